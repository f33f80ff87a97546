-- A library of public keys for each workspace. A VM gets a copy of the keys that it is created or changed with.
CREATE TABLE "ssh_key" (
    "ssh_key_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    -- The workspace leads the key, so that a list is a walk along it.
    CONSTRAINT "ssh_key_pkey" PRIMARY KEY ("workspace_id", "ssh_key_id")
);
CREATE UNIQUE INDEX "ssh_key_name_unique" ON "ssh_key" ("workspace_id", "name");
SELECT "guard_workspace_rows"('ssh_key');
GRANT SELECT, INSERT, UPDATE, DELETE ON "ssh_key" TO "fulmar_workspace";
SELECT "announce_changes"('ssh_key', 'ssh_key', 'ssh_key_id');
