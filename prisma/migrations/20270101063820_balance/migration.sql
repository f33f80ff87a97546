-- Evening out what the hosts of a site carry (docs/adr/0143): the last decision of operators about it.
ALTER TABLE "site"
  ADD COLUMN "balance_state"    text
    CONSTRAINT "site_balance_state_known" CHECK ("balance_state" IN ('running', 'stopped', 'done')),
  -- Whether VMs that cannot move while they run may be stopped and started for it.
  ADD COLUMN "balance_restarts" text
    CONSTRAINT "site_balance_restarts_known" CHECK ("balance_restarts" IN ('refuse', 'allow')),
  ADD COLUMN "balance_reason"   text,
  ADD COLUMN "balance_by"       text,
  ADD COLUMN "balance_at"       timestamptz(3),
  ADD COLUMN "balance_ended_at" timestamptz(3);
