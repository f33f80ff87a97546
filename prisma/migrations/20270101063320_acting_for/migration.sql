-- An operator looks at an organization as a viewer does (docs/adr/0128). Rows stay: the customer sees who looked, when and why.
CREATE TABLE "operator_acting" (
  "acting_id"       text NOT NULL PRIMARY KEY,
  "organization_id" text NOT NULL REFERENCES "organization" ("organization_id"),
  "user_id"         text NOT NULL,
  "operator_name"   text NOT NULL,
  -- The browser's session. It ends with its sign-out.
  "session_id"      text NOT NULL,
  "reason"          text NOT NULL,
  "started_at"      timestamptz(3) NOT NULL DEFAULT now(),
  "ends_at"         timestamptz(3) NOT NULL,
  "ended_at"        timestamptz(3),
  CONSTRAINT "operator_acting_ends_check" CHECK ("ends_at" <= "started_at" + interval '60 minutes')
);
-- One at a time.
CREATE UNIQUE INDEX "operator_acting_open_unique" ON "operator_acting" ("user_id") WHERE "ended_at" IS NULL;
CREATE INDEX "operator_acting_organization_idx" ON "operator_acting" ("organization_id", "acting_id" DESC);
