-- A library of scripts for each workspace. A VM gets a copy of the text as its user data.
CREATE TABLE "startup_script" (
  "startup_script_id" text NOT NULL,
  "workspace_id"      bigint NOT NULL,
  "name"              text NOT NULL,
  -- It may hold secrets.
  "sealed_content"    bytea NOT NULL,
  "size_bytes"        integer NOT NULL,
  "sha256"            text NOT NULL,
  "created_at"        timestamptz(3) NOT NULL DEFAULT now(),

  -- The workspace leads the key, so that a list is a walk along it.
  CONSTRAINT "startup_script_pkey" PRIMARY KEY ("workspace_id", "startup_script_id")
);
CREATE UNIQUE INDEX "startup_script_name_unique" ON "startup_script" ("workspace_id", "name");
-- A rotation of the installation's secret walks along it.
CREATE INDEX "startup_script_id_idx" ON "startup_script" ("startup_script_id");
SELECT "guard_workspace_rows"('startup_script');
GRANT SELECT, INSERT, UPDATE, DELETE ON "startup_script" TO "fulmar_workspace";
SELECT "announce_changes"('startup_script', 'startup_script', 'startup_script_id');
