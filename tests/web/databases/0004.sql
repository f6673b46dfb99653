BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE event (
	table_id VARCHAR(64) NOT NULL, 
	seq INTEGER NOT NULL, 
	move_id VARCHAR(128), 
	at VARCHAR(40) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	UNIQUE (table_id, move_id), 
	FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "event" VALUES('PM2XVQGTPL-v2Qwx',0,NULL,'2026-11-17T08:29:43.927+00:00','{"event":"created","host":0,"language":"en","settings":{"rounds":1,"free_giving":false,"late_asking":false,"wait":0,"away":60,"speed":"normal","hints":"ask","start":"seat","first":0,"dice":null,"pad":false},"seats":[{"person":true,"name":"Lena","holder":0,"bot":null,"birthday":null,"words":""},{"person":false,"name":null,"holder":null,"bot":"owl","birthday":null,"words":""}],"browsers":["46bedce876de902de515a0f4188de576b703c73351567e070cd481a6d7877c42"],"commitments":[null]}');
INSERT INTO "event" VALUES('PM2XVQGTPL-v2Qwx',1,NULL,'2026-11-17T08:29:47.468+00:00','{"event":"starting","order":[0,1],"commitments":[null,null]}');
INSERT INTO "event" VALUES('PM2XVQGTPL-v2Qwx',2,NULL,'2026-11-17T08:29:47.682+00:00','{"event":"started","order":[0,1],"entropy":["",""],"withheld":[]}');
INSERT INTO "event" VALUES('PM2XVQGTPL-v2Qwx',3,'3b1b57d61537fa9d','2026-11-17T08:29:47.943+00:00','{"seat":0,"event":"rolled","keep":[],"faces":["G3","B3","K4","B1","Y3","O3"]}');
INSERT INTO "event" VALUES('PM2XVQGTPL-v2Qwx',4,'dc9900089c8276e8','2026-11-17T08:29:53.627+00:00','{"seat":0,"event":"scored","dice":[0,1,4,5],"points":12,"bonus":15,"gift":5}');
INSERT INTO "event" VALUES('PM2XVQGTPL-v2Qwx',5,NULL,'2026-11-17T08:29:53.670+00:00','{"seat":1,"event":"rolled","keep":[],"faces":["O2","K5","Y5","B1","G5","B5"]}');
INSERT INTO "event" VALUES('PM2XVQGTPL-v2Qwx',6,NULL,'2026-11-17T08:29:53.737+00:00','{"seat":1,"event":"scored","dice":[0,1,2,3,4],"points":18,"bonus":0,"gift":10}');
INSERT INTO "event" VALUES('SqSGQ-H3JBHdB7kP',0,NULL,'2026-11-17T08:29:54.190+00:00','{"event":"created","host":0,"language":"en","settings":{"rounds":1,"free_giving":false,"late_asking":false,"wait":0,"away":60,"speed":"normal","hints":"ask","start":"seat","first":0,"dice":null,"pad":false},"seats":[{"person":true,"name":"Lena","holder":0,"bot":null,"birthday":null,"words":""},{"person":true,"name":null,"holder":null,"bot":null,"birthday":null,"words":""}],"browsers":["46bedce876de902de515a0f4188de576b703c73351567e070cd481a6d7877c42"],"commitments":[null]}');
INSERT INTO "event" VALUES('SqSGQ-H3JBHdB7kP',1,NULL,'2026-11-17T08:29:54.921+00:00','{"event":"seated","seat":1,"name":"Ola","holder":1,"birthday":null,"words":"","commitment":null,"browser":"2b5e3a0a7bd591a9df1b6b148969c18fdbf513138adfb206308af388c287764b"}');
INSERT INTO "event" VALUES('SqSGQ-H3JBHdB7kP',2,NULL,'2026-11-17T08:29:55.126+00:00','{"event":"starting","order":[0,1],"commitments":[null,null]}');
INSERT INTO "event" VALUES('SqSGQ-H3JBHdB7kP',3,NULL,'2026-11-17T08:29:55.430+00:00','{"event":"started","order":[0,1],"entropy":["",""],"withheld":[]}');
CREATE TABLE game_table (
	id VARCHAR(64) NOT NULL, 
	seed BLOB NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	finished_at VARCHAR(40), 
	PRIMARY KEY (id)
);
INSERT INTO "game_table" VALUES('PM2XVQGTPL-v2Qwx',X'968F794DF898BCCD8C63DB590F0E6DB6EA552922146A4AFBA803B5D624ED7CA8','2026-11-17T08:29:43.927+00:00','2026-11-17T08:29:53.737+00:00');
INSERT INTO "game_table" VALUES('SqSGQ-H3JBHdB7kP',X'E695898B31DA11D5C588F741AA706713ED471E76D187BB21DA300BF2D16DE5EB','2026-11-17T08:29:54.190+00:00',NULL);
CREATE TABLE holder (
	table_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "holder" VALUES('SqSGQ-H3JBHdB7kP',1,'2b5e3a0a7bd591a9df1b6b148969c18fdbf513138adfb206308af388c287764b');
INSERT INTO "holder" VALUES('PM2XVQGTPL-v2Qwx',0,'46bedce876de902de515a0f4188de576b703c73351567e070cd481a6d7877c42');
INSERT INTO "holder" VALUES('SqSGQ-H3JBHdB7kP',0,'46bedce876de902de515a0f4188de576b703c73351567e070cd481a6d7877c42');
CREATE TABLE personal_link (
	digest VARCHAR(64) NOT NULL, 
	table_id VARCHAR(64) NOT NULL, 
	holder INTEGER NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(table_id, holder) REFERENCES holder (table_id, number) ON DELETE CASCADE, 
	UNIQUE (table_id, holder)
);
CREATE TABLE quota (
	what VARCHAR(16) NOT NULL, 
	client VARCHAR(32) NOT NULL, 
	hour INTEGER NOT NULL, 
	used INTEGER NOT NULL, 
	PRIMARY KEY (what, client, hour)
)
 WITHOUT ROWID

;
INSERT INTO "quota" VALUES('table','eb9ee14cb8c3ba4b99e23265b5d405cf',498584,2);
CREATE TABLE quota_salt (
	id INTEGER NOT NULL, 
	salt BLOB NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "quota_salt" VALUES(1,X'C1A2BE1C73C8CABDF7127A40F5C527CD');
CREATE TABLE readiness (
	id INTEGER NOT NULL, 
	checked_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "readiness" VALUES(1,'');
CREATE INDEX holder_digest ON holder (digest);
COMMIT;
