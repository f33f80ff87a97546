-- Requests for a new password, also those for addresses without an account: limits count them, and both cost the same
-- time. Of the link's secret only a hash is kept.
CREATE TABLE "password_reset" (
    "hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    -- Null without an account, or if the account has no password: the link lets nobody in.
    "user_id" TEXT,
    "source_ip" TEXT,
    -- Whether a mail was queued or would have been, with an account. The others were beyond the limit.
    "counted" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "password_reset_user_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE
);
CREATE INDEX "password_reset_email_idx" ON "password_reset" ("email", "created_at");
CREATE INDEX "password_reset_source_idx" ON "password_reset" ("source_ip", "created_at");
CREATE INDEX "password_reset_user_idx" ON "password_reset" ("user_id");
CREATE INDEX "password_reset_created_idx" ON "password_reset" ("created_at");
