-- The tags that a host needs to get VMs of the plan (docs/adr/0132). Empty: any host takes them.
ALTER TABLE "plan" ADD COLUMN "host_tags" text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "plan_host_tags_filled" CHECK (array_position("host_tags", NULL) IS NULL);
