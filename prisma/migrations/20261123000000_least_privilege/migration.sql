-- Access keys that only write, keys that may bypass GOVERNANCE retention, who made each key, and the role that reads
-- the values of secrets. Keys from before have no maker on record and bypass no retention.
ALTER TYPE "access_key_permission" ADD VALUE 'write';

ALTER TABLE "access_key"
    ADD COLUMN "bypass_governance" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "created_by_type" TEXT,
    ADD COLUMN "created_by_id" TEXT,
    ADD COLUMN "created_by_name" TEXT,
    ADD CONSTRAINT "access_key_created_by_known"
        CHECK (num_nulls("created_by_type", "created_by_id", "created_by_name") IN (0, 3) AND "created_by_type" IN ('token', 'user'));

ALTER TABLE "member" DROP CONSTRAINT "member_role_known";
ALTER TABLE "member" ADD CONSTRAINT "member_role_known"
    CHECK ("role" IN ('owner', 'admin', 'developer', 'billing', 'viewer', 'secret_reader'));

ALTER TABLE "invitation" DROP CONSTRAINT "invitation_role_known";
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role_known"
    CHECK ("role" IN ('owner', 'admin', 'developer', 'billing', 'viewer', 'secret_reader'));
