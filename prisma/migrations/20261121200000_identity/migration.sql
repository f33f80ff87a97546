-- Ways to sign in beside the password, people who are asked to join, and workspaces that end.

-- Two-factor: an authenticator app's secret and its recovery codes, both encrypted, and how often they were guessed at.
ALTER TABLE "user" ADD COLUMN "two_factor_enabled" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "two_factor" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "backup_codes" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT true,
    "failed_verification_count" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "two_factor_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "two_factor_user_key" UNIQUE ("user_id"),
    CONSTRAINT "two_factor_user_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE
);

-- A code is good once (RFC 6238, 5.2): those that began a session lately.
CREATE TABLE "totp_use" (
    "user_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "totp_use_pkey" PRIMARY KEY ("user_id", "code"),
    CONSTRAINT "totp_use_user_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE
);

CREATE TABLE "passkey" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT,
    "public_key" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "counter" INTEGER NOT NULL,
    "device_type" TEXT NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "transports" TEXT,
    "aaguid" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "passkey_credential_key" UNIQUE ("credential_id"),
    CONSTRAINT "passkey_user_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE
);
CREATE INDEX "passkey_user_idx" ON "passkey" ("user_id");

-- Members are people: a row without a person would count as an owner whom nobody can be.
ALTER TABLE "member" ADD CONSTRAINT "member_user_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id");
ALTER TABLE "member" ADD CONSTRAINT "member_role_known" CHECK ("role" IN ('owner', 'admin', 'developer', 'billing', 'viewer'));
CREATE INDEX "member_list_idx" ON "member" ("organization_id", "created_at", "user_id");

-- An organization keeps an owner. Whoever takes one away queues on the organization, so that the last two cannot go at once.
CREATE FUNCTION "member_keeps_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "organization" o WHERE o.organization_id = OLD.organization_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM "member" m WHERE m.organization_id = OLD.organization_id AND m.role = 'owner' AND m.user_id <> OLD.user_id) THEN
    RAISE EXCEPTION 'the last owner stays: constraint "member_last_owner"' USING ERRCODE = 'check_violation', CONSTRAINT = 'member_last_owner';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER "member_owner_leaves" BEFORE DELETE ON "member" FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION "member_keeps_owner"();
CREATE TRIGGER "member_owner_lowered" BEFORE UPDATE ON "member" FOR EACH ROW
  WHEN (OLD.role = 'owner' AND NEW.role <> 'owner') EXECUTE FUNCTION "member_keeps_owner"();

-- Of an invitation's link only a hash is kept. What a member has asked for leaves with the member.
CREATE TABLE "invitation" (
    "invitation_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("invitation_id"),
    CONSTRAINT "invitation_hash_key" UNIQUE ("hash"),
    CONSTRAINT "invitation_role_known" CHECK ("role" IN ('owner', 'admin', 'developer', 'billing', 'viewer')),
    CONSTRAINT "invitation_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("organization_id"),
    CONSTRAINT "invitation_member_fkey" FOREIGN KEY ("organization_id", "invited_by") REFERENCES "member" ("organization_id", "user_id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "invitation_open_unique" ON "invitation" ("organization_id", "email") WHERE "accepted_at" IS NULL;
CREATE INDEX "invitation_list_idx" ON "invitation" ("organization_id", "invitation_id" DESC) WHERE "accepted_at" IS NULL;
CREATE INDEX "invitation_member_idx" ON "invitation" ("organization_id", "invited_by");

-- A workspace ends by a mark: its ledger and its trail stay. Its name is free again.
ALTER TABLE "workspace" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
DROP INDEX "workspace_organization_id_name_key";
CREATE UNIQUE INDEX "workspace_organization_id_name_key" ON "workspace" ("organization_id", "name") WHERE "deleted_at" IS NULL;

-- What stands in the way of a workspace's end.
CREATE FUNCTION "workspace_contents"("of_workspace" bigint) RETURNS TABLE ("type" text, "id" text, "name" text) LANGUAGE sql STABLE AS $$
  SELECT v.type::text || '_vm', v.vm_id, v.name FROM vm v WHERE v.workspace_id = of_workspace AND v.deleted_at IS NULL
  UNION ALL SELECT 'volume', x.volume_id, x.name FROM volume x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'volume_snapshot', x.snapshot_id, x.name FROM volume_snapshot x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'snapshot', x.snapshot_set_id, x.name FROM snapshot_set x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'backup', x.backup_id, x.backup_id FROM backup x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'vpc', x.vpc_id, x.name FROM vpc x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'firewall_group', x.firewall_group_id, x.name FROM firewall_group x WHERE x.workspace_id = of_workspace AND NOT x.is_default
  UNION ALL SELECT 'reserved_ip', x.public_ip_id, x.label FROM reserved_ip x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'load_balancer', x.load_balancer_id, x.name FROM load_balancer x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'cdn_distribution', x.distribution_id, x.name FROM cdn_distribution x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'bucket', x.name, x.name FROM bucket x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'access_key', x.credential_id, x.name FROM access_key x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'secret_store', x.store_id, x.name FROM secret_store x WHERE x.workspace_id = of_workspace
$$;

-- Every change writes its audit event last, holding a lock of its workspace until it is committed (docs/adr/0009). Whoever ends a workspace takes
-- that lock alone: changes that came before are seen in what it holds, and those that come after are undone here (docs/adr/0019).
CREATE OR REPLACE FUNCTION "audit_event_moment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1718580009, hashint8(coalesce(NEW.workspace_id, 0)));
  IF NEW.actor_type <> 'system' AND EXISTS (SELECT FROM "workspace" w WHERE w.workspace_id = NEW.workspace_id AND w.deleted_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the workspace has ended: constraint "workspace_is_open"' USING ERRCODE = 'check_violation', CONSTRAINT = 'workspace_is_open';
  END IF;
  NEW.at := clock_timestamp();
  RETURN NEW;
END $$;
