-- A protected resource is not deleted before its protection is turned off (docs/adr/0078).
ALTER TABLE "vm" ADD COLUMN "deletion_protection" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "volume" ADD COLUMN "deletion_protection" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "bucket" ADD COLUMN "deletion_protection" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "load_balancer" ADD COLUMN "deletion_protection" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "reserved_ip" ADD COLUMN "deletion_protection" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "secret_store" ADD COLUMN "deletion_protection" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "vpc" ADD COLUMN "deletion_protection" BOOLEAN NOT NULL DEFAULT false;

-- The platform releases an address that it has assigned together with its attachment, so nobody can hold on to it.
ALTER TABLE "reserved_ip" ADD CONSTRAINT "reserved_ip_protected_is_reserved" CHECK (NOT "deletion_protection" OR "reservation_type" = 'user_reserved');
