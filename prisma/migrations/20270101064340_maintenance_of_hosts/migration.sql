-- Maintenance that is about hosts (docs/adr/0153). A host that is gone is on no VM.
ALTER TABLE "announcement"
  ADD COLUMN "host_ids" text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "announcement_host_ids_check" CHECK (array_position("host_ids", NULL) IS NULL),
  ADD CONSTRAINT "announcement_hosts_check" CHECK ("kind" = 'maintenance' OR "host_ids" = '{}');

-- A change answers with the VM, and so with its maintenance. It sees what is announced to its organization.
ALTER TABLE "announcement" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "workspace_rows" ON "announcement" FOR SELECT TO "fulmar_workspace"
  USING ("organization_ids" IS NULL OR (SELECT w."organization_id" FROM "workspace" w) = ANY ("organization_ids"));
GRANT SELECT ON "announcement" TO "fulmar_workspace";
