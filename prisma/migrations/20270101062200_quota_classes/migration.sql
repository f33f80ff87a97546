-- Quotas by the class of an organization, and requests for higher ones (docs/adr/0123).
CREATE TABLE "quota_class" (
  "class_id"   text NOT NULL,
  "name"       text NOT NULL,
  -- New organizations are of it.
  "is_default" boolean NOT NULL DEFAULT false,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "quota_class_pkey" PRIMARY KEY ("class_id"),
  CONSTRAINT "quota_class_name_unique" UNIQUE ("name")
);
CREATE UNIQUE INDEX "quota_class_default_unique" ON "quota_class" ("is_default") WHERE "is_default";

-- What the workspaces of its organizations may have. What is not limited has no row.
CREATE TABLE "quota_class_limit" (
  "class_id" text NOT NULL,
  "resource" text NOT NULL,
  "limit"    integer NOT NULL,
  CONSTRAINT "quota_class_limit_pkey" PRIMARY KEY ("class_id", "resource"),
  CONSTRAINT "quota_class_limit_class_fkey" FOREIGN KEY ("class_id") REFERENCES "quota_class" ("class_id") ON DELETE CASCADE,
  CONSTRAINT "quota_class_limit_check" CHECK ("limit" >= 0),
  CONSTRAINT "quota_class_limit_resource_check" CHECK ("resource" IN (
    'buckets', 'cdn_distributions', 'cloud_vms', 'cpus', 'gpu_vms', 'load_balancers', 'nat_gateways', 'reserved_ips', 'volume_gb', 'volumes'))
);

-- The quotas that workspaces began with become the first class. From this release on "default_quota" is read by nobody.
INSERT INTO "quota_class" ("class_id", "name", "is_default") VALUES ('standard', 'Standard', true);
INSERT INTO "quota_class_limit" ("class_id", "resource", "limit") SELECT 'standard', "resource", "limit" FROM "default_quota";

ALTER TABLE "organization" ADD COLUMN "quota_class_id" text NOT NULL DEFAULT 'standard',
  ADD CONSTRAINT "organization_quota_class_fkey" FOREIGN KEY ("quota_class_id") REFERENCES "quota_class" ("class_id");
CREATE INDEX "organization_quota_class_idx" ON "organization" ("quota_class_id");
-- Organizations are made without a class, also by the release before.
CREATE FUNCTION "give_quota_class"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.quota_class_id := coalesce((SELECT class_id FROM quota_class WHERE is_default), NEW.quota_class_id);
  RETURN NEW;
END $$;
CREATE TRIGGER "organization_quota_class" BEFORE INSERT ON "organization" FOR EACH ROW EXECUTE FUNCTION "give_quota_class"();

-- A quota from the class follows it. A workspace's own quota does not.
ALTER TABLE "quota" ADD COLUMN "from_class" boolean NOT NULL DEFAULT false;
UPDATE "quota" q SET "from_class" = true FROM "default_quota" d WHERE d."resource" = q."resource" AND d."limit" = q."limit";

CREATE OR REPLACE FUNCTION "give_default_quotas"("to_workspace" bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO quota (workspace_id, resource, "limit", from_class)
  SELECT to_workspace, l.resource, l."limit", true
    FROM workspace w JOIN organization o USING (organization_id) JOIN quota_class_limit l ON l.class_id = o.quota_class_id
   WHERE w.workspace_id = to_workspace
      ON CONFLICT DO NOTHING
$$;

-- A wish for a higher quota, and what became of it.
CREATE TABLE "quota_request" (
  "workspace_id"     bigint NOT NULL,
  "quota_request_id" text NOT NULL,
  "organization_id"  text NOT NULL,
  "resource"         text NOT NULL,
  "wanted"           integer NOT NULL,
  "reason"           text NOT NULL,
  "status"           text NOT NULL DEFAULT 'open',
  -- The limit that an operator gave, and why an operator refused or gave less.
  "granted"          integer,
  "answer"           text,
  "requested_by"     text NOT NULL,
  "requester_name"   text NOT NULL,
  "created_at"       timestamptz(3) NOT NULL DEFAULT now(),
  "decided_at"       timestamptz(3),
  CONSTRAINT "quota_request_pkey" PRIMARY KEY ("workspace_id", "quota_request_id"),
  CONSTRAINT "quota_request_workspace_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace" ("organization_id", "workspace_id"),
  CONSTRAINT "quota_request_status_known" CHECK ("status" IN ('open', 'granted', 'refused', 'withdrawn')),
  CONSTRAINT "quota_request_wanted_check" CHECK ("wanted" > 0),
  CONSTRAINT "quota_request_granted_check" CHECK (("status" = 'granted') = ("granted" IS NOT NULL)),
  CONSTRAINT "quota_request_decided_check" CHECK (("status" = 'open') = ("decided_at" IS NULL))
);
CREATE UNIQUE INDEX "quota_request_id_unique" ON "quota_request" ("quota_request_id");
CREATE UNIQUE INDEX "quota_request_open_unique" ON "quota_request" ("workspace_id", "resource") WHERE "status" = 'open';
CREATE INDEX "quota_request_status_idx" ON "quota_request" ("status", "quota_request_id");
CREATE INDEX "quota_request_organization_idx" ON "quota_request" ("organization_id", "quota_request_id");
SELECT "guard_workspace_rows"('quota_request');
GRANT SELECT, INSERT, UPDATE ON "quota_request" TO "fulmar_workspace";
SELECT "announce_changes"('quota_request', 'quota', 'quota_request_id');

ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'alert_firing', 'alert_resolved', 'budget_reached', 'invitation', 'member_removed', 'new_sign_in', 'one_person_asked', 'one_person_enough',
  'password_changed', 'password_reset', 'quota_decided', 'second_factor_off', 'second_factor_on', 'wallet_suspended', 'webhook_switched_off'));
