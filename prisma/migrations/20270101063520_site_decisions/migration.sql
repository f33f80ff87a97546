-- What an operator decides about a site, which a worker carries out (docs/adr/0130): to adopt or discard a resource that the site has and this
-- database does not know, or to resume the site.
CREATE TABLE "site_decision" (
  "decision_id"  text NOT NULL,
  -- It may be removed meanwhile.
  "site_id"      text NOT NULL,
  "provider"     text NOT NULL,
  "action"       text NOT NULL,
  -- The unknown resource, as it was seen. NULL of a resume.
  "kind"         text,
  "resource_id"  text,
  "name"         text,
  "size"         text,
  -- Whose it becomes and what it is charged as, instead of what its record says.
  "workspace_id" bigint,
  "plan_id"      text,
  -- The fence that a resume lifts. One that was raised later stays.
  "fenced_at"    timestamptz(3),
  -- The database that it was decided in (site_fence.database_id). No copy carries it out.
  "database_id"  text NOT NULL,
  "reason"       text NOT NULL,
  "decided_by"   text NOT NULL,
  "decided_at"   timestamptz(3) NOT NULL DEFAULT now(),
  "state"        text NOT NULL DEFAULT 'waiting',
  -- Since when the database has it done. What the site still lacks is done again until it succeeds.
  "settled_at"   timestamptz(3),
  "ended_at"     timestamptz(3),
  -- How it ended, in words.
  "outcome"      text,
  -- Why it could not be carried out at the last attempt.
  "problem"      text,
  "attempts"     integer NOT NULL DEFAULT 0,
  "due_at"       timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "site_decision_pkey" PRIMARY KEY ("decision_id"),
  CONSTRAINT "site_decision_action_known" CHECK ("action" IN ('adopt', 'discard', 'resume')),
  CONSTRAINT "site_decision_kind_known" CHECK ("kind" IN
    ('vm', 'volume', 'snapshot', 'backup', 'subnet', 'vm_network', 'nat_gateway', 'load_balancer')),
  CONSTRAINT "site_decision_state_known" CHECK ("state" IN ('waiting', 'done', 'failed')),
  CONSTRAINT "site_decision_about_check" CHECK (("action" = 'resume') = ("resource_id" IS NULL)
    AND ("resource_id" IS NULL) = ("kind" IS NULL) AND ("action" = 'resume') = ("fenced_at" IS NOT NULL)),
  CONSTRAINT "site_decision_ended_check" CHECK (("state" = 'waiting') = ("ended_at" IS NULL) AND ("ended_at" IS NULL) = ("outcome" IS NULL))
);
-- One decision at a time waits: about a resource, and about a site.
CREATE UNIQUE INDEX "site_decision_waits_unique" ON "site_decision" ("provider", coalesce("resource_id", '')) WHERE "state" = 'waiting';
CREATE INDEX "site_decision_due_idx" ON "site_decision" ("provider", "due_at") WHERE "state" = 'waiting';
CREATE INDEX "site_decision_site_idx" ON "site_decision" ("site_id", "decision_id");
CREATE INDEX "site_decision_resource_idx" ON "site_decision" ("provider", "resource_id", "decision_id") WHERE "resource_id" IS NOT NULL;
-- No workspace sees it.
SELECT "guard_workspace_rows"('site_decision');

-- The page of a site counts them. VMs and volumes have such an index.
CREATE INDEX "load_balancer_site_idx" ON "load_balancer" ("site_id");
CREATE INDEX "reserved_ip_site_idx" ON "reserved_ip" ("site_id");
CREATE INDEX "public_address_site_idx" ON "public_address" ("site_id", "address");
