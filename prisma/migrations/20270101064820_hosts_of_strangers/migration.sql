-- The hosts that have a machine of this name. Empty of a volume, and where the site does not tell.
ALTER TABLE "site_stranger"
  ADD COLUMN "hosts" text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "site_stranger_hosts_filled" CHECK (array_position("hosts", NULL) IS NULL);
