-- Groups of VMs: a template and a count (docs/adr/0134).
CREATE TABLE "vm_group" (
  "vm_group_id" text NOT NULL,
  "workspace_id" bigint NOT NULL,
  "name" text NOT NULL,
  "desired_count" integer NOT NULL,
  "plan_id" text NOT NULL REFERENCES "plan" ("plan_id"),
  "template_id" text NOT NULL REFERENCES "image" ("template_id"),
  "site_id" text NOT NULL REFERENCES "site" ("site_id"),
  "disk_gb" integer NOT NULL,
  "ssh_keys" text[] NOT NULL,
  -- Sealed with the installation's secret.
  "sealed_user_data" bytea,
  "tags" text[] NOT NULL,
  "vpc_id" text,
  "subnet_id" text,
  "public_ip" boolean NOT NULL,
  "firewall_group_ids" text[] NOT NULL,
  -- No foreign keys: a group outlives what it names, and says what is missing.
  "load_balancer_id" text,
  "pool_id" text,
  "heal_after_minutes" integer NOT NULL,
  "generation" integer NOT NULL DEFAULT 1,
  "paused" boolean NOT NULL DEFAULT false,
  -- Whether the worker has found nothing to do.
  "steady" boolean NOT NULL DEFAULT false,
  "reason" text,
  -- Whose rights it has.
  "acts_as_type" text NOT NULL,
  "acts_as_id" text NOT NULL,
  "acts_as_name" text NOT NULL,
  -- Counts the changes of the group and its members: the worker changes nothing that it has not seen.
  "revision" bigint NOT NULL DEFAULT 0,
  -- How many of its tries have failed since it was last steady.
  "failures" integer NOT NULL DEFAULT 0,
  "due_at" timestamptz(3) NOT NULL DEFAULT now(),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at" timestamptz(3) NOT NULL DEFAULT now(),

  CONSTRAINT "vm_group_pkey" PRIMARY KEY ("workspace_id", "vm_group_id"),
  CONSTRAINT "vm_group_desired_count_check" CHECK ("desired_count" BETWEEN 0 AND 100),
  CONSTRAINT "vm_group_heal_check" CHECK ("heal_after_minutes" BETWEEN 1 AND 1440),
  CONSTRAINT "vm_group_acts_as_check" CHECK ("acts_as_type" IN ('user', 'token')),
  CONSTRAINT "vm_group_network_check" CHECK (("vpc_id" IS NULL) = ("subnet_id" IS NULL)),
  CONSTRAINT "vm_group_pool_check" CHECK (("load_balancer_id" IS NULL) = ("pool_id" IS NULL)),
  CONSTRAINT "vm_group_ssh_keys_filled" CHECK (array_position("ssh_keys", NULL) IS NULL),
  CONSTRAINT "vm_group_tags_filled" CHECK (array_position("tags", NULL) IS NULL),
  CONSTRAINT "vm_group_firewall_group_ids_filled" CHECK (array_position("firewall_group_ids", NULL) IS NULL)
);
CREATE UNIQUE INDEX "vm_group_name_unique" ON "vm_group" ("workspace_id", "name");
CREATE INDEX "vm_group_due_idx" ON "vm_group" ("due_at") WHERE NOT "paused";
CREATE INDEX "vm_group_sealed_idx" ON "vm_group" ("vm_group_id") WHERE "sealed_user_data" IS NOT NULL;

CREATE TABLE "vm_group_member" (
  "workspace_id" bigint NOT NULL,
  "vm_group_id" text NOT NULL,
  -- Of the VM's name. Two workers never make one twice.
  "number" integer NOT NULL,
  "generation" integer NOT NULL,
  "vm_id" text NOT NULL,
  "added_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Whether it was ever found running.
  "has_run" boolean NOT NULL DEFAULT false,
  -- Since when the health check of the pool has found it offline.
  "unhealthy_since" timestamptz(3),

  CONSTRAINT "vm_group_member_pkey" PRIMARY KEY ("workspace_id", "vm_group_id", "number"),
  CONSTRAINT "vm_group_member_vm_unique" UNIQUE ("workspace_id", "vm_id"),
  CONSTRAINT "vm_group_member_group_fkey" FOREIGN KEY ("workspace_id", "vm_group_id")
    REFERENCES "vm_group" ("workspace_id", "vm_group_id") ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT "vm_group_member_vm_fkey" FOREIGN KEY ("workspace_id", "vm_id")
    REFERENCES "vm" ("workspace_id", "vm_id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "vm_group_member_list_idx" ON "vm_group_member" ("workspace_id", "vm_group_id", "vm_id" DESC);

SELECT "guard_workspace_rows"('vm_group');
SELECT "guard_workspace_rows"('vm_group_member');
GRANT SELECT, INSERT, UPDATE, DELETE ON "vm_group", "vm_group_member" TO "fulmar_workspace";
SELECT "announce_changes"('vm_group', 'vm_group', 'vm_group_id', '{due_at,revision,failures}');
SELECT "announce_changes"('vm_group_member', 'vm_group', 'vm_group_id', '{has_run,unhealthy_since}');

-- A deleted VM leaves its group, whoever deletes it.
CREATE FUNCTION "leave_vm_group"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM vm_group_member WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_group_left" AFTER UPDATE OF "deleted_at" ON "vm" FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL) EXECUTE FUNCTION "leave_vm_group"();

-- As before, with the groups of VMs.
CREATE OR REPLACE FUNCTION "workspace_contents"("of_workspace" bigint) RETURNS TABLE ("type" text, "id" text, "name" text) LANGUAGE sql STABLE AS $$
  SELECT v.type::text || '_vm', v.vm_id, v.name FROM vm v WHERE v.workspace_id = of_workspace AND (v.deleted_at IS NULL OR v.restorable_until IS NOT NULL)
  UNION ALL SELECT 'vm_group', x.vm_group_id, x.name FROM vm_group x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'volume', x.volume_id, x.name FROM volume x WHERE x.workspace_id = of_workspace AND (x.deleted_at IS NULL OR x.restorable_until IS NOT NULL)
  UNION ALL SELECT 'volume_snapshot', x.snapshot_id, x.name FROM volume_snapshot x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'snapshot', x.snapshot_set_id, x.name FROM snapshot_set x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'backup', x.backup_id, x.backup_id FROM backup x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'vm_image', x.image_id, x.name FROM vm_image x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'vpc', x.vpc_id, x.name FROM vpc x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'firewall_group', x.firewall_group_id, x.name FROM firewall_group x WHERE x.workspace_id = of_workspace AND NOT x.is_default
  UNION ALL SELECT 'reserved_ip', x.public_ip_id, x.label FROM reserved_ip x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'load_balancer', x.load_balancer_id, x.name FROM load_balancer x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'cdn_distribution', x.distribution_id, x.name FROM cdn_distribution x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'bucket', x.name, x.name FROM bucket x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'access_key', x.credential_id, x.name FROM access_key x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'secret_store', x.store_id, x.name FROM secret_store x WHERE x.workspace_id = of_workspace
$$;
