-- Operators are people with an account (docs/adr/0114). The role that their changes take is made with the other grants.
CREATE TABLE "operator" (
  "user_id" text NOT NULL PRIMARY KEY REFERENCES "user" ("id") ON DELETE CASCADE,
  "role" text NOT NULL CHECK ("role" IN ('operator', 'support')),
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE "operator_token" (
  "token_id" text NOT NULL PRIMARY KEY,
  "user_id" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "name" text NOT NULL,
  "prefix" text NOT NULL,
  "hash" bytea NOT NULL,
  "scopes" text[] NOT NULL CHECK (array_position("scopes", NULL) IS NULL),
  "allowed_ip_ranges" text[] NOT NULL DEFAULT '{}' CHECK (array_position("allowed_ip_ranges", NULL) IS NULL),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  "revoked_at" timestamptz(3),
  "last_used_at" timestamptz(3)
);
CREATE UNIQUE INDEX "operator_token_hash_key" ON "operator_token" ("hash");
CREATE INDEX "operator_token_user_idx" ON "operator_token" ("user_id");

CREATE TABLE "operator_event" (
  "event_id" text NOT NULL PRIMARY KEY,
  "actor_type" text NOT NULL CHECK ("actor_type" IN ('token', 'user')),
  "actor_id" text NOT NULL,
  "actor_name" text NOT NULL,
  "action" text NOT NULL,
  "resource_type" text NOT NULL,
  "resource_id" text,
  "organization_id" text,
  "reason" text,
  "fields" jsonb NOT NULL,
  "request_id" text NOT NULL,
  "source_ip" text,
  "result" integer NOT NULL,
  "planned" boolean NOT NULL DEFAULT false,
  "at" timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER "operator_event_history" BEFORE UPDATE OR DELETE ON "operator_event" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_history"();
CREATE TRIGGER "operator_event_history_whole" BEFORE TRUNCATE ON "operator_event" EXECUTE FUNCTION "refuse_change_of_history"();
CREATE INDEX "operator_event_organization_idx" ON "operator_event" ("organization_id", "event_id" DESC);
CREATE INDEX "operator_event_actor_idx" ON "operator_event" ("actor_id", "event_id" DESC);
CREATE INDEX "operator_event_resource_idx" ON "operator_event" ("resource_id", "event_id" DESC);

-- The key of a request may belong to an operator token, too. Keys end by age.
ALTER TABLE "user_idempotency_key" DROP CONSTRAINT "user_idempotency_key_user_fkey";
