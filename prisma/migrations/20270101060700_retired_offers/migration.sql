-- What an operator no longer offers. VMs that have a retired plan or image keep it; nobody else gets it.
ALTER TABLE "plan" ADD COLUMN "retired_at" TIMESTAMPTZ(3);
ALTER TABLE "image" ADD COLUMN "retired_at" TIMESTAMPTZ(3);
