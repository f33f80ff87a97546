-- Images of files that people bring (docs/adr/0139). They are of no VM.
ALTER TABLE "vm_image"
  ALTER COLUMN "vm_id" DROP NOT NULL,
  ALTER COLUMN "vm_name" DROP NOT NULL,
  DROP CONSTRAINT "vm_image_source_check",
  ADD CONSTRAINT "vm_image_source_check" CHECK ("source_type" IN ('vm', 'snapshot', 'backup', 'object', 'url')
    AND ("vm_id" IS NULL) = ("source_type" IN ('object', 'url')) AND ("vm_id" IS NULL) = ("vm_name" IS NULL));

-- What a worker has to fetch. The row is deleted when the image is available or has failed.
CREATE TABLE "image_import" (
  "workspace_id"  bigint NOT NULL,
  "image_id"      text NOT NULL,
  "format"        text NOT NULL,
  "sealed_url"    bytea,
  "bucket_name"   text,
  "object_key"    text,
  "signer_id"     text,
  "sha256"        text,
  "attempts"      integer NOT NULL DEFAULT 0,
  "fetch_at"      timestamptz(3) NOT NULL DEFAULT now(),
  "ends_at"       timestamptz(3) NOT NULL DEFAULT now() + interval '24 hours',
  CONSTRAINT "image_import_pkey" PRIMARY KEY ("workspace_id", "image_id"),
  CONSTRAINT "image_import_image_fkey" FOREIGN KEY ("workspace_id", "image_id")
    REFERENCES "vm_image" ("workspace_id", "image_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "image_import_source_check" CHECK (("sealed_url" IS NULL) <> ("object_key" IS NULL)
    AND ("object_key" IS NULL) = ("bucket_name" IS NULL) AND ("object_key" IS NULL) = ("signer_id" IS NULL))
);
CREATE INDEX "image_import_due_idx" ON "image_import" ("fetch_at", "image_id");
CREATE UNIQUE INDEX "image_import_id_idx" ON "image_import" ("image_id");
SELECT "guard_workspace_rows"('image_import');
GRANT SELECT, INSERT, DELETE ON "image_import" TO "fulmar_workspace";
