BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
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
INSERT INTO "event" VALUES('VKWmrgGxFRy5iknM',0,NULL,'2026-11-16T21:16:08.612+00:00','{"event": "created", "host": 0, "language": "en", "settings": {"rounds": 7, "free_giving": false, "late_asking": false, "wait": 0, "away": 60, "speed": "normal", "hints": "ask", "start": "seat", "first": 0}, "seats": [{"person": true, "name": "Lena", "holder": 0, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}], "browsers": ["62c794452a5ff36a98e7b668f282dc34f705b4f623063843872ca4d88aa09482"], "commitments": ["17c4bcd8b5189376045434d3986bf864a87ea2808ce7a4ce47d35ac754028ec7"]}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',0,NULL,'2026-11-16T21:16:07.980+00:00','{"event": "created", "host": 0, "language": "en", "settings": {"rounds": 1, "free_giving": false, "late_asking": false, "wait": 0, "away": 60, "speed": "normal", "hints": "ask", "start": "seat", "first": 0}, "seats": [{"person": true, "name": "Lena", "holder": 0, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}], "browsers": ["62c794452a5ff36a98e7b668f282dc34f705b4f623063843872ca4d88aa09482"], "commitments": ["149e32f7a79ee1469e2f1ff9cdba029c0ebedefa2c74efadd230b2c2b702e511"]}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',1,NULL,'2026-11-16T21:16:08.408+00:00','{"event": "seated", "seat": 1, "name": "Ola", "holder": 1, "birthday": null, "words": "", "commitment": "c38bdb0a5eb35b81b4d01546b3c6abd59d59463fd303c34dbbbb81732323f540", "browser": "384fcd6036c01bf7602afd08d61c97445fadd8a7b058883388b350e0730674b4"}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',2,NULL,'2026-11-16T21:16:08.444+00:00','{"event": "starting", "order": [0, 1], "commitments": ["149e32f7a79ee1469e2f1ff9cdba029c0ebedefa2c74efadd230b2c2b702e511", "c38bdb0a5eb35b81b4d01546b3c6abd59d59463fd303c34dbbbb81732323f540"]}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',3,NULL,'2026-11-16T21:16:08.448+00:00','{"event": "revealed", "holder": 0, "words": "7fe2df05bcf1cac019347af567e8231d", "commitment": "5529114b76ec6bba8503ec0f5144c5fc831712e65df2246a9f48fb1fe8059df0"}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',4,NULL,'2026-11-16T21:16:08.452+00:00','{"event": "revealed", "holder": 1, "words": "7de0e751238730aa4517600425c60a59", "commitment": "29f76aa80ee1aebf71e4ecbc5dfb93be39c75a6229a339a6235d45a1a9ec9b1b"}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',5,NULL,'2026-11-16T21:16:08.454+00:00','{"event": "started", "order": [0, 1], "entropy": ["7fe2df05bcf1cac019347af567e8231d", "7de0e751238730aa4517600425c60a59"], "withheld": []}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',6,'296c08a6d05555f8','2026-11-16T21:16:08.465+00:00','{"seat": 0, "event": "rolled", "keep": [], "faces": ["K6", "G2", "O6", "K3", "G5", "O3"]}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',7,'b1352f1f1baa62ce','2026-11-16T21:16:08.474+00:00','{"seat": 0, "event": "scored", "dice": [0, 2, 4], "points": 17, "bonus": 0, "gift": 8}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',8,'e709eec2da4a8821','2026-11-16T21:16:08.569+00:00','{"seat": 1, "event": "rolled", "keep": [], "faces": ["Y1", "Y6", "B2", "B1", "B6", "G4"]}');
INSERT INTO "event" VALUES('ZpGBmzJ2ZkKjkFQ3',9,'83719e93bab705d3','2026-11-16T21:16:08.573+00:00','{"seat": 1, "event": "scored", "dice": [1, 4, 5], "points": 16, "bonus": 0, "gift": 4}');
INSERT INTO "event" VALUES('sHM2fmFHMyO5ocr3',0,NULL,'2026-11-16T21:16:08.576+00:00','{"event": "created", "host": 0, "language": "en", "settings": {"rounds": 1, "free_giving": false, "late_asking": false, "wait": 0, "away": 60, "speed": "normal", "hints": "off", "start": "seat", "first": 0}, "seats": [{"person": true, "name": "Lena", "holder": 0, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}], "browsers": ["62c794452a5ff36a98e7b668f282dc34f705b4f623063843872ca4d88aa09482"], "commitments": ["80f596efba00c8f2a8c852ff9ccd70984b91a33450f20ff437cd31e288bef306"]}');
INSERT INTO "event" VALUES('sHM2fmFHMyO5ocr3',1,NULL,'2026-11-16T21:16:08.599+00:00','{"event": "seated", "seat": 1, "name": "Ola", "holder": 1, "birthday": null, "words": "", "commitment": "37bf1a92f4efef93a2edb1c0e680620ddf37b29467432495fa8f2338ef6bee55", "browser": "384fcd6036c01bf7602afd08d61c97445fadd8a7b058883388b350e0730674b4"}');
INSERT INTO "event" VALUES('sHM2fmFHMyO5ocr3',2,NULL,'2026-11-16T21:16:08.604+00:00','{"event": "starting", "order": [0, 1], "commitments": ["80f596efba00c8f2a8c852ff9ccd70984b91a33450f20ff437cd31e288bef306", "37bf1a92f4efef93a2edb1c0e680620ddf37b29467432495fa8f2338ef6bee55"]}');
INSERT INTO "event" VALUES('sHM2fmFHMyO5ocr3',3,NULL,'2026-11-16T21:16:08.608+00:00','{"event": "revealed", "holder": 0, "words": "4b86d326f9871afe2e6d80d9f9d8af5d", "commitment": null}');
CREATE TABLE game_table (
	id VARCHAR(64) NOT NULL, 
	seed BLOB NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	finished_at VARCHAR(40), 
	PRIMARY KEY (id)
);
INSERT INTO "game_table" VALUES('ZpGBmzJ2ZkKjkFQ3',X'BC634278B8A6EAFDD481168B0F7B38373F1D8651FD1AAC4860DB78C29B021A12','2026-11-16T21:16:07.980+00:00','2026-11-16T21:16:08.573+00:00');
INSERT INTO "game_table" VALUES('sHM2fmFHMyO5ocr3',X'F5506197DF3C81798CCB283BA2B4F67E82B2F5F52DC37AA208EBCBFDFD267947','2026-11-16T21:16:08.576+00:00',NULL);
INSERT INTO "game_table" VALUES('VKWmrgGxFRy5iknM',X'84EAA34D18C7CB3C927BF835EF08A1C169E536BAFC42E3C5F8B9774282E760AE','2026-11-16T21:16:08.612+00:00',NULL);
CREATE TABLE holder (
	table_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "holder" VALUES('ZpGBmzJ2ZkKjkFQ3',1,'384fcd6036c01bf7602afd08d61c97445fadd8a7b058883388b350e0730674b4');
INSERT INTO "holder" VALUES('sHM2fmFHMyO5ocr3',1,'384fcd6036c01bf7602afd08d61c97445fadd8a7b058883388b350e0730674b4');
INSERT INTO "holder" VALUES('VKWmrgGxFRy5iknM',0,'62c794452a5ff36a98e7b668f282dc34f705b4f623063843872ca4d88aa09482');
INSERT INTO "holder" VALUES('ZpGBmzJ2ZkKjkFQ3',0,'62c794452a5ff36a98e7b668f282dc34f705b4f623063843872ca4d88aa09482');
INSERT INTO "holder" VALUES('sHM2fmFHMyO5ocr3',0,'62c794452a5ff36a98e7b668f282dc34f705b4f623063843872ca4d88aa09482');
CREATE TABLE personal_link (
	digest VARCHAR(64) NOT NULL, 
	table_id VARCHAR(64) NOT NULL, 
	holder INTEGER NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(table_id, holder) REFERENCES holder (table_id, number) ON DELETE CASCADE, 
	UNIQUE (table_id, holder)
);
INSERT INTO "personal_link" VALUES('51114fe9c98d93afbd58ab383de6dd91432b6dd0885c1e5f5b15875f97688e02','VKWmrgGxFRy5iknM',0,'2026-11-16T21:16:08.619+00:00');
CREATE TABLE readiness (
	id INTEGER NOT NULL, 
	checked_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "readiness" VALUES(1,'');
CREATE INDEX holder_digest ON holder (digest);
COMMIT;
