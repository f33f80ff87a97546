-- What kind of machine a plan is, and whom it is sold to: NULL is everybody. A plan of an older process has no family:
-- one of GPUs is of the family gpu, another one shared.
ALTER TABLE "plan"
  ADD COLUMN "family" TEXT CHECK ("family" IN ('shared', 'dedicated', 'memory', 'gpu')),
  ADD COLUMN "organization_ids" TEXT[] CHECK (array_position("organization_ids", NULL) IS NULL);
