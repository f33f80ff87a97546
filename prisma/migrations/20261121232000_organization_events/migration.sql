-- What happens to a person's account is theirs, whatever organizations they are in, and also in none: such an event has no organization.
ALTER TABLE "audit_event" ALTER COLUMN "organization_id" DROP NOT NULL,
  ADD CONSTRAINT "audit_event_owner_check" CHECK ("organization_id" IS NOT NULL OR ("workspace_id" IS NULL AND split_part("action", '.', 1) = 'account')),
  -- What the change was, where the action alone does not say it: a role, an address, a new name.
  ADD COLUMN "detail" TEXT;

-- The events of an organization as a whole: those of no workspace, and how its workspaces came and are called.
-- One index for each way of asking, as for a workspace's trail; every one is in the order of the trail.
CREATE INDEX "audit_event_organization_trail_idx" ON "audit_event" ("organization_id", "at" DESC, "audit_event_id" DESC)
  WHERE "workspace_id" IS NULL OR split_part("action", '.', 1) = 'workspace';
CREATE INDEX "audit_event_organization_action_idx" ON "audit_event" ("organization_id", "action", "at" DESC, "audit_event_id" DESC)
  WHERE "workspace_id" IS NULL OR split_part("action", '.', 1) = 'workspace';
CREATE INDEX "audit_event_organization_actor_idx" ON "audit_event" ("organization_id", "actor_id", "at" DESC, "audit_event_id" DESC)
  WHERE "workspace_id" IS NULL OR split_part("action", '.', 1) = 'workspace';
CREATE INDEX "audit_event_organization_resource_idx" ON "audit_event" ("organization_id", "resource_id", "at" DESC, "audit_event_id" DESC)
  WHERE "workspace_id" IS NULL OR split_part("action", '.', 1) = 'workspace';

CREATE INDEX "audit_event_account_idx" ON "audit_event" ("actor_id", "at" DESC, "audit_event_id" DESC) WHERE "organization_id" IS NULL;

-- What billing decided is forgotten after 90 days, the oldest first.
CREATE INDEX "admission_at_idx" ON "admission" ("at");
