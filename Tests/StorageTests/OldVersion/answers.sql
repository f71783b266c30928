PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE reply (
  provider TEXT NOT NULL, method TEXT NOT NULL, parameters BLOB NOT NULL,
  contents BLOB NOT NULL, fetched INTEGER NOT NULL, fresh INTEGER NOT NULL,
  used INTEGER NOT NULL, size INTEGER NOT NULL, subject TEXT NOT NULL,
  PRIMARY KEY (provider, method, parameters)
) WITHOUT ROWID;
CREATE TABLE pin (id TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT INTO pin VALUES('amg:artist:434446');
INSERT INTO pin VALUES('audiodb:artist:111239');
INSERT INTO pin VALUES('deezer:artist:83809007');
INSERT INTO pin VALUES('itunes:artist:471744');
INSERT INTO pin VALUES('mbid:artist:cc197bad-dc9c-440d-a5b5-d52ba2e14234');
INSERT INTO pin VALUES('spotify:artist:M1pvGicCMB1HVItME9v062');
CREATE TABLE search (
  method TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, total INTEGER NOT NULL,
  PRIMARY KEY (method, text)
) WITHOUT ROWID;
INSERT INTO search VALUES('artists.search','Coldplay',1795700791958,3);
INSERT INTO search VALUES('artists.search','Pink Floyd',1795700789941,3);
CREATE INDEX reply_used ON reply (used);
COMMIT;
PRAGMA user_version=3;
