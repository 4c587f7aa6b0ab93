-- What the released code makes in a new database on a server.
CREATE TABLE runs (
    id SERIAL NOT NULL,
    digest VARCHAR(64) NOT NULL,
    header JSON NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (digest)
);
CREATE TABLE schema_version (
    version SERIAL NOT NULL,
    PRIMARY KEY (version)
);
CREATE TABLE games (
    id SERIAL NOT NULL,
    run INTEGER NOT NULL,
    number BIGINT NOT NULL,
    game TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    outcome VARCHAR(6),
    margin BIGINT,
    plies INTEGER NOT NULL,
    termination TEXT,
    seconds FLOAT NOT NULL,
    seed BIGINT,
    version TEXT NOT NULL,
    record JSON NOT NULL,
    stored TIMESTAMP WITH TIME ZONE NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (run, number),
    FOREIGN KEY(run) REFERENCES runs (id)
);
CREATE INDEX games_by_first ON games (first, stored);
CREATE INDEX games_by_game ON games (game, stored);
CREATE INDEX games_by_second ON games (second, stored);
CREATE INDEX games_by_time ON games (stored);
INSERT INTO schema_version (version) VALUES (1);
