-- The token by which the first user takes an installation in production. The operator makes it; only its hash is kept, and
-- the row leaves when the installation is taken.
CREATE TABLE "setup_token" (
    -- There is one row.
    "only" BOOLEAN NOT NULL DEFAULT true,
    "hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "setup_token_pkey" PRIMARY KEY ("only"),
    CONSTRAINT "setup_token_one" CHECK ("only")
);
