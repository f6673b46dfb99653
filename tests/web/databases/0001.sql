BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
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
INSERT INTO "event" VALUES('EI4zNV1-jNR6vRha',0,NULL,'2026-11-16T14:04:47.886+00:00','{"event": "created", "host": 0, "language": "en", "settings": {"rounds": 1, "free_giving": false, "late_asking": false, "wait": 0, "hints": "ask", "start": "seat", "first": 0}, "seats": [{"person": true, "name": "Lena", "holder": 0, "bot": null, "birthday": null, "words": ""}, {"person": false, "name": null, "holder": null, "bot": "owl", "birthday": null, "words": ""}]}');
INSERT INTO "event" VALUES('EI4zNV1-jNR6vRha',1,NULL,'2026-11-16T14:04:47.906+00:00','{"event": "started", "order": [0, 1], "entropy": ["ab", ""]}');
INSERT INTO "event" VALUES('EI4zNV1-jNR6vRha',2,'e5fed3323698201d','2026-11-16T14:04:47.921+00:00','{"seat": 0, "event": "rolled", "keep": [], "faces": ["P5", "B3", "P3", "P2", "P1", "B5"]}');
INSERT INTO "event" VALUES('EI4zNV1-jNR6vRha',3,'1c09e6787f074d48','2026-11-16T14:04:48.163+00:00','{"seat": 0, "event": "scored", "dice": [0, 2, 3, 4], "points": 11, "bonus": 15, "gift": 13}');
INSERT INTO "event" VALUES('EI4zNV1-jNR6vRha',4,NULL,'2026-11-16T14:04:48.170+00:00','{"seat": 1, "event": "rolled", "keep": [], "faces": ["O2", "B3", "K4", "O5", "B6", "K1"]}');
INSERT INTO "event" VALUES('EI4zNV1-jNR6vRha',5,NULL,'2026-11-16T14:04:48.181+00:00','{"seat": 1, "event": "rolled", "keep": [1, 2, 3, 4, 5], "faces": ["K6", "B3", "K4", "O5", "B6", "K1"]}');
INSERT INTO "event" VALUES('EI4zNV1-jNR6vRha',6,NULL,'2026-11-16T14:04:48.188+00:00','{"seat": 1, "event": "rolled", "keep": [0, 2, 3, 4, 5], "faces": ["K6", "G2", "K4", "O5", "B6", "K1"]}');
INSERT INTO "event" VALUES('EI4zNV1-jNR6vRha',7,NULL,'2026-11-16T14:04:48.192+00:00','{"seat": 1, "event": "scored", "dice": [1, 3, 4, 5], "points": 14, "bonus": 0, "gift": 16}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',0,NULL,'2026-11-16T14:04:48.210+00:00','{"event": "created", "host": 0, "language": "en", "settings": {"rounds": 7, "free_giving": false, "late_asking": false, "wait": 5, "hints": "tutor", "start": "seat", "first": 0}, "seats": [{"person": true, "name": "Lena", "holder": 0, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}, {"person": false, "name": null, "holder": null, "bot": "fox", "birthday": null, "words": ""}]}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',1,NULL,'2026-11-16T14:04:48.246+00:00','{"event": "seated", "seat": 1, "name": "Ola", "holder": 1, "birthday": "02-29", "words": "cd"}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',2,NULL,'2026-11-16T14:04:48.259+00:00','{"event": "started", "order": [0, 1, 2], "entropy": ["ab", "cd", ""]}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',3,'fd82868bb77928b3','2026-11-16T14:04:48.264+00:00','{"seat": 0, "event": "rolled", "keep": [], "faces": ["K6", "O1", "G1", "G6", "P1", "P6"]}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',4,'4f24dc4b493e1364','2026-11-16T14:04:48.276+00:00','{"event": "passed", "seat": 1}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',5,'0f03881241a05b72','2026-11-16T14:04:48.288+00:00','{"seat": 0, "event": "scored", "dice": [0, 1, 3, 5], "points": 19, "bonus": 0, "gift": 2}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',6,'2056ecfc83c4a87c','2026-11-16T14:04:48.296+00:00','{"event": "undone", "seat": 0}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',7,'653989224df12a09','2026-11-16T14:04:48.304+00:00','{"event": "passed", "seat": 1}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',8,'8db64627ea49a00f','2026-11-16T14:04:48.316+00:00','{"seat": 0, "event": "scored", "dice": [0, 1, 3, 5], "points": 19, "bonus": 0, "gift": 2}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',9,'3c010de569c6ca51','2026-11-16T14:04:48.324+00:00','{"seat": 1, "event": "rolled", "keep": [], "faces": ["Y1", "G2", "B2", "G6", "Y3", "K1"]}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',10,NULL,'2026-11-16T14:04:48.805+00:00','{"event": "bot-plays", "seat": 1, "bot": "sparrow"}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',11,NULL,'2026-11-16T14:04:48.816+00:00','{"seat": 1, "event": "rolled", "keep": [3, 4], "faces": ["P5", "Y6", "O6", "G6", "Y3", "G4"]}');
INSERT INTO "event" VALUES('FbneWSrsXeZkyegW',12,NULL,'2026-11-16T14:04:48.822+00:00','{"event": "person-plays", "seat": 1}');
INSERT INTO "event" VALUES('GkgTh-g0o4jX8xIS',0,NULL,'2026-11-16T14:04:48.834+00:00','{"event": "created", "host": 0, "language": "en", "settings": {"rounds": 7, "free_giving": false, "late_asking": false, "wait": 0, "hints": "ask", "start": "seat", "first": 0}, "seats": [{"person": true, "name": "Lena", "holder": 0, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}]}');
INSERT INTO "event" VALUES('GkgTh-g0o4jX8xIS',1,NULL,'2026-11-16T14:04:48.867+00:00','{"event": "seated", "seat": 1, "name": "Ola", "holder": 1, "birthday": null, "words": ""}');
CREATE TABLE game_table (
	id VARCHAR(64) NOT NULL, 
	seed BLOB NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	finished_at VARCHAR(40), 
	PRIMARY KEY (id)
);
INSERT INTO "game_table" VALUES('EI4zNV1-jNR6vRha',X'3786D7E443F7B1D68B2211436F2A9E037FC781DFFF128175A6F8D4B3DABCEE0F','2026-11-16T14:04:47.886+00:00','2026-11-16T14:04:48.192+00:00');
INSERT INTO "game_table" VALUES('FbneWSrsXeZkyegW',X'A87DA55DB3FCD15B1838CFC0C07BB6D83CBD7A985301F3621100733966487654','2026-11-16T14:04:48.210+00:00',NULL);
INSERT INTO "game_table" VALUES('GkgTh-g0o4jX8xIS',X'CFAA8E09EF05E4F40DA6BF8631891094ADECE7D73BFD1165E9C9D7B415CF732B','2026-11-16T14:04:48.834+00:00',NULL);
CREATE TABLE holder (
	table_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "holder" VALUES('EI4zNV1-jNR6vRha',0,'4d50b226346404716de69e61acfd7fd872093395e841d4ad0ea50a97666f04b8');
INSERT INTO "holder" VALUES('FbneWSrsXeZkyegW',0,'4d50b226346404716de69e61acfd7fd872093395e841d4ad0ea50a97666f04b8');
INSERT INTO "holder" VALUES('GkgTh-g0o4jX8xIS',0,'4d50b226346404716de69e61acfd7fd872093395e841d4ad0ea50a97666f04b8');
INSERT INTO "holder" VALUES('FbneWSrsXeZkyegW',1,'6d8c750d2b615bb112547bc7299a08f96d370081cca1c79abfa6efc444253f53');
INSERT INTO "holder" VALUES('GkgTh-g0o4jX8xIS',1,'6d8c750d2b615bb112547bc7299a08f96d370081cca1c79abfa6efc444253f53');
CREATE TABLE personal_link (
	digest VARCHAR(64) NOT NULL, 
	table_id VARCHAR(64) NOT NULL, 
	holder INTEGER NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(table_id, holder) REFERENCES holder (table_id, number) ON DELETE CASCADE, 
	UNIQUE (table_id, holder)
);
CREATE INDEX holder_digest ON holder (digest);
COMMIT;
