BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "event" VALUES('FQj-e8UHqftgClMJ',0,NULL,'2026-11-16T15:54:41.672+00:00','{"event": "created", "host": 0, "language": "en", "settings": {"rounds": 1, "free_giving": false, "late_asking": false, "wait": 0, "away": 60, "speed": "normal", "hints": "ask", "start": "seat", "first": 0}, "seats": [{"person": true, "name": "Lena", "holder": 0, "bot": null, "birthday": null, "words": ""}, {"person": false, "name": null, "holder": null, "bot": "owl", "birthday": null, "words": ""}], "browsers": ["caf0acefd189d18145bdbf53c2b6d2b154de2a93512a5f80a65373aa5e222cef"]}');
INSERT INTO "event" VALUES('FQj-e8UHqftgClMJ',1,NULL,'2026-11-16T15:54:41.791+00:00','{"event": "started", "order": [0, 1], "entropy": ["ab", ""]}');
INSERT INTO "event" VALUES('FQj-e8UHqftgClMJ',2,'3079a53d9a932835','2026-11-16T15:54:41.868+00:00','{"seat": 0, "event": "rolled", "keep": [], "faces": ["O2", "O1", "B2", "K3", "G5", "P6"]}');
INSERT INTO "event" VALUES('FQj-e8UHqftgClMJ',3,'47846562420c86b0','2026-11-16T15:54:43.831+00:00','{"seat": 0, "event": "scored", "dice": [0, 2, 3, 4, 5], "points": 18, "bonus": 0, "gift": 1}');
INSERT INTO "event" VALUES('FQj-e8UHqftgClMJ',4,NULL,'2026-11-16T15:54:43.858+00:00','{"seat": 1, "event": "rolled", "keep": [], "faces": ["P5", "K5", "Y5", "G6", "G5", "B5"]}');
INSERT INTO "event" VALUES('FQj-e8UHqftgClMJ',5,NULL,'2026-11-16T15:54:43.923+00:00','{"seat": 1, "event": "rolled", "keep": [0, 1, 2, 4, 5], "faces": ["P5", "K5", "Y5", "O5", "G5", "B5"]}');
INSERT INTO "event" VALUES('FQj-e8UHqftgClMJ',6,NULL,'2026-11-16T15:54:43.955+00:00','{"seat": 1, "event": "scored", "dice": [0, 1, 2, 3, 4, 5], "points": 30, "bonus": 60, "gift": 0}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',0,NULL,'2026-11-16T15:54:44.006+00:00','{"event": "created", "host": 0, "language": "en", "settings": {"rounds": 2, "free_giving": false, "late_asking": false, "wait": 5, "away": 60, "speed": "normal", "hints": "off", "start": "seat", "first": 0}, "seats": [{"person": true, "name": "Lena", "holder": 0, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}, {"person": false, "name": null, "holder": null, "bot": "fox", "birthday": null, "words": ""}], "browsers": ["caf0acefd189d18145bdbf53c2b6d2b154de2a93512a5f80a65373aa5e222cef"]}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',1,NULL,'2026-11-16T15:54:44.151+00:00','{"event": "seated", "seat": 1, "name": "Ola", "holder": 1, "birthday": "02-29", "words": "cd", "browser": "ba93c817760975ade7bac4f580f13566e994be987bedd4edeaaa66038209dc62"}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',2,NULL,'2026-11-16T15:54:44.188+00:00','{"event": "renamed", "seat": 1, "name": "Olga"}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',3,NULL,'2026-11-16T15:54:44.216+00:00','{"event": "seated", "seat": 2, "name": "Ben", "holder": 2, "birthday": null, "words": "", "browser": "ef4710dda515f9c68ff719d6e627b835bcb03b5d8c96810ae4d4778daaa4eb8c"}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',4,NULL,'2026-11-16T15:54:44.275+00:00','{"event": "left", "seat": 2, "by": 2}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',5,NULL,'2026-11-16T15:54:44.315+00:00','{"event": "bot-plays", "seat": 2, "bot": "magpie"}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',6,NULL,'2026-11-16T15:54:44.355+00:00','{"event": "started", "order": [0, 1, 2, 3], "entropy": ["ab", "cd", "", ""]}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',7,NULL,'2026-11-16T15:54:44.400+00:00','{"event": "speed", "speed": "fast"}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',8,'734f1ae5181eec86','2026-11-16T15:54:44.447+00:00','{"seat": 0, "event": "rolled", "keep": [], "faces": ["O2", "K5", "Y5", "G6", "K2", "B5"]}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',9,'822817321661f4a9','2026-11-16T15:54:44.491+00:00','{"event": "passed", "seat": 1}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',10,'fa94d53b38a244d7','2026-11-16T15:54:44.525+00:00','{"seat": 0, "event": "scored", "dice": [0, 1, 2, 3, 5], "points": 23, "bonus": 0, "gift": 2}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',11,'deb1c3a73e62eec7','2026-11-16T15:54:44.566+00:00','{"event": "undone", "seat": 0}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',12,NULL,'2026-11-16T15:54:44.706+00:00','{"event": "moved", "holder": 1, "to": 1, "browser": "d9eb796a57e26b08cd61088482c2ab404d4951a28578146cb7045afc234c5525"}');
INSERT INTO "event" VALUES('l8u9dSbzgCwZeZdh',13,'d32dfeb5ede27926','2026-11-16T15:54:44.726+00:00','{"seat": 1, "event": "gift-asked"}');
INSERT INTO "event" VALUES('r6pwg-5XXr4GTMT4',0,NULL,'2026-11-16T15:54:44.767+00:00','{"event": "created", "host": 0, "language": "en", "settings": {"rounds": 7, "free_giving": false, "late_asking": false, "wait": 0, "away": 60, "speed": "normal", "hints": "ask", "start": "seat", "first": 0}, "seats": [{"person": true, "name": "Lena", "holder": 0, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}, {"person": true, "name": null, "holder": null, "bot": null, "birthday": null, "words": ""}], "browsers": ["caf0acefd189d18145bdbf53c2b6d2b154de2a93512a5f80a65373aa5e222cef"]}');
INSERT INTO "event" VALUES('r6pwg-5XXr4GTMT4',1,NULL,'2026-11-16T15:54:44.950+00:00','{"event": "seated", "seat": 1, "name": "Ola", "holder": 1, "birthday": null, "words": "", "browser": "ba93c817760975ade7bac4f580f13566e994be987bedd4edeaaa66038209dc62"}');
CREATE TABLE game_table (
	id VARCHAR(64) NOT NULL, 
	seed BLOB NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	finished_at VARCHAR(40), 
	PRIMARY KEY (id)
);
INSERT INTO "game_table" VALUES('FQj-e8UHqftgClMJ',X'C77CC75DF6057E226955B94EDF55EBE934C32507BD843BFBB44E1CBD045055B1','2026-11-16T15:54:41.672+00:00','2026-11-16T15:54:43.955+00:00');
INSERT INTO "game_table" VALUES('l8u9dSbzgCwZeZdh',X'7A21294E9ADBDDE38B312658C91EB3F7A853B44CFF563CDBA21A1C4647978657','2026-11-16T15:54:44.006+00:00',NULL);
INSERT INTO "game_table" VALUES('r6pwg-5XXr4GTMT4',X'01FED5BAEDE1BC95E729640DA98127063E25FB5201437AEBE9E5C39DFA62ABCD','2026-11-16T15:54:44.767+00:00',NULL);
CREATE TABLE holder (
	table_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES game_table (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "holder" VALUES('r6pwg-5XXr4GTMT4',1,'ba93c817760975ade7bac4f580f13566e994be987bedd4edeaaa66038209dc62');
INSERT INTO "holder" VALUES('FQj-e8UHqftgClMJ',0,'caf0acefd189d18145bdbf53c2b6d2b154de2a93512a5f80a65373aa5e222cef');
INSERT INTO "holder" VALUES('l8u9dSbzgCwZeZdh',0,'caf0acefd189d18145bdbf53c2b6d2b154de2a93512a5f80a65373aa5e222cef');
INSERT INTO "holder" VALUES('r6pwg-5XXr4GTMT4',0,'caf0acefd189d18145bdbf53c2b6d2b154de2a93512a5f80a65373aa5e222cef');
INSERT INTO "holder" VALUES('l8u9dSbzgCwZeZdh',1,'d9eb796a57e26b08cd61088482c2ab404d4951a28578146cb7045afc234c5525');
INSERT INTO "holder" VALUES('l8u9dSbzgCwZeZdh',2,'ef4710dda515f9c68ff719d6e627b835bcb03b5d8c96810ae4d4778daaa4eb8c');
CREATE TABLE personal_link (
	digest VARCHAR(64) NOT NULL, 
	table_id VARCHAR(64) NOT NULL, 
	holder INTEGER NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(table_id, holder) REFERENCES holder (table_id, number) ON DELETE CASCADE, 
	UNIQUE (table_id, holder)
);
INSERT INTO "personal_link" VALUES('aac285f347777c46e2c22c1cfa1103dabeeecd5abd26f2a8f25155fed992ccbb','r6pwg-5XXr4GTMT4',1,'2026-11-16T15:54:44.997+00:00');
CREATE INDEX holder_digest ON holder (digest);
COMMIT;
