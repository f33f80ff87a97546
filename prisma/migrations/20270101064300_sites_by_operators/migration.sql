-- Operators add, renew, check and remove sites by the API (docs/adr/0151). A worker connects a new one.
-- How far that is: nothing was changed at its server, or its options are chosen and it is being prepared. NULL: it is connected.
ALTER TABLE "site" ADD COLUMN "setup_state" text,
  ADD CONSTRAINT "site_setup_state_known" CHECK ("setup_state" IN ('new', 'preparing'));
-- What a worker needs for a decision and nobody else may read, such as a key or a URL. It ends with the decision.
ALTER TABLE "site_decision" ADD COLUMN "request_sealed" bytea,
  DROP CONSTRAINT "site_decision_action_known",
  ADD CONSTRAINT "site_decision_action_known" CHECK ("action" IN
    ('adopt', 'discard', 'resume', 'add', 'renew', 'check', 'remove', 'import')),
  DROP CONSTRAINT "site_decision_about_check",
  ADD CONSTRAINT "site_decision_about_check" CHECK (
    ("action" IN ('resume', 'add', 'renew', 'check', 'remove')) = ("resource_id" IS NULL)
    AND ("resource_id" IS NULL) = ("kind" IS NULL) AND ("action" = 'resume') = ("fenced_at" IS NOT NULL));
