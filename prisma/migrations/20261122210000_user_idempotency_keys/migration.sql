-- Keys of requests that concern an organization or an account, and no workspace: whose they are is the person who sends
-- them. Changes of workspaces are not shown this table (docs/adr/0008): nothing is granted.
CREATE TABLE "user_idempotency_key" (
    "user_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_idempotency_key_pkey" PRIMARY KEY ("user_id", "operation", "key"),
    CONSTRAINT "user_idempotency_key_user_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE
);

CREATE INDEX "user_idempotency_key_created_at_idx" ON "user_idempotency_key" ("created_at");
