-- Hosts that are dedicated to an organization (docs/adr/0152).
ALTER TABLE "site_host"
  ADD COLUMN "dedicated_organization_id" text,
  -- VMs that no longer belong there move away. Until they have, it gets no new ones.
  ADD COLUMN "clearing" boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT "site_host_organization_fkey" FOREIGN KEY ("dedicated_organization_id")
    REFERENCES "organization" ("organization_id") ON UPDATE NO ACTION;
CREATE INDEX "site_host_organization_idx" ON "site_host" ("dedicated_organization_id", "site_id")
  WHERE "dedicated_organization_id" IS NOT NULL;

-- Whether a VM runs on the hosts of its organization and nowhere else.
ALTER TABLE "vm" ADD COLUMN "dedicated" boolean NOT NULL DEFAULT false;
ALTER TABLE "vm_group" ADD COLUMN "dedicated" boolean NOT NULL DEFAULT false;
