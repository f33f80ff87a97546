-- Encryption of objects (docs/adr/0052) and the checksums of their parts.

-- The key that wraps the data keys of the bucket's objects, sealed under the installation's secret. Null until it is needed.
ALTER TABLE "bucket" ADD COLUMN "sealed_key" bytea;
CREATE UNIQUE INDEX "bucket_sealed_key_idx" ON "bucket" ("bucket_id") WHERE "sealed_key" IS NOT NULL;

-- "encryption": {"by": "store", "key": the wrapped data key in Base64}; null: the files have the bytes as they are.
-- "part_checksums": of each file, in Base64; null where the object has none for its parts.
ALTER TABLE "object"           ADD COLUMN "encryption" jsonb, ADD COLUMN "part_checksums" text[];
ALTER TABLE "object_version"   ADD COLUMN "encryption" jsonb, ADD COLUMN "part_checksums" text[];
ALTER TABLE "multipart_upload" ADD COLUMN "encryption" jsonb;
