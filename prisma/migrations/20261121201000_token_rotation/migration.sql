-- Where a token may be used from, from where it was used, and what its value was before the last rotation.
ALTER TABLE "api_token"
  ADD COLUMN "last_used_ip" TEXT,
  ADD COLUMN "allowed_ip_ranges" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "refused_at" TIMESTAMPTZ(3),
  ADD COLUMN "refused_ip" TEXT,
  ADD COLUMN "rotated_at" TIMESTAMPTZ(3),
  ADD COLUMN "old_hash" BYTEA,
  ADD COLUMN "old_prefix" TEXT,
  ADD COLUMN "old_until" TIMESTAMPTZ(3),
  ADD COLUMN "old_used_at" TIMESTAMPTZ(3);

-- The door reads the ranges on every request: there are few, and each is one.
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_ranges_check"
  CHECK (cardinality("allowed_ip_ranges") <= 50 AND "allowed_ip_ranges"::cidr[] IS NOT NULL);
-- An old value without an end would never end.
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_old_value_check"
  CHECK (("old_hash" IS NULL) = ("old_until" IS NULL) AND ("old_hash" IS NULL) = ("old_prefix" IS NULL));

CREATE UNIQUE INDEX "api_token_old_hash_key" ON "api_token"("old_hash");
