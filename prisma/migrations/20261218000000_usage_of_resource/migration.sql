-- The usage of one resource in a period, without reading that of the whole workspace.
CREATE INDEX "usage_record_of_resource" ON "usage_record" ("workspace_id", "resource_id", "hour");
