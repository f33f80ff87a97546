-- E-mail is written in the transaction of the change that it tells of, and a worker sends it: at least once, and not before
-- the change is committed. A row names the letter and its details, and the worker words it. `secret` is the secret of the
-- letter's link, sealed, and is erased when the mail is sent or given up.
CREATE TABLE "mail" (
    "mail_id" TEXT NOT NULL DEFAULT gen_random_uuid()::text,
    "recipient" TEXT NOT NULL,
    "letter" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "secret" BYTEA,
    -- The user whose request sends the mail to somebody else: a limit counts these.
    "sent_for" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- When the next attempt is due.
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- After this it is not worth sending.
    "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now() + interval '2 days',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "given_up_at" TIMESTAMPTZ(3),
    -- Why the last attempt failed.
    "problem" TEXT,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("mail_id"),
    CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
        'invitation', 'member_removed', 'new_sign_in', 'password_changed', 'password_reset', 'second_factor_off', 'second_factor_on',
        'wallet_suspended')),
    CONSTRAINT "mail_ends_without_secret" CHECK ("secret" IS NULL OR ("sent_at" IS NULL AND "given_up_at" IS NULL))
);
CREATE INDEX "mail_due_idx" ON "mail" ("due_at") WHERE "sent_at" IS NULL AND "given_up_at" IS NULL;
CREATE INDEX "mail_created_idx" ON "mail" ("created_at");
CREATE INDEX "mail_sent_for_idx" ON "mail" ("sent_for", "created_at") WHERE "sent_for" IS NOT NULL;

-- The network of an address, by which a sign-in from a new place is told from one from a new address. Null for other text.
CREATE FUNCTION "network_of"("address" text) RETURNS cidr LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN pg_input_is_valid("address", 'inet')
    THEN network(set_masklen("address"::inet, CASE family("address"::inet) WHEN 4 THEN 24 ELSE 48 END)) END
$$;
