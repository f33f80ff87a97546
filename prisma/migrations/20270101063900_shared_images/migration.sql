-- Images that other organizations make VMs from, and images that their owner advises against (docs/adr/0144).
ALTER TABLE "vm_image"
  ADD COLUMN "published_at"     timestamptz(3),
  ADD COLUMN "deprecated_at"    timestamptz(3),
  ADD COLUMN "deprecation_note" text,
  ADD CONSTRAINT "vm_image_published_check" CHECK ("published_at" IS NULL OR "status" = 'available');
CREATE INDEX "vm_image_published_idx" ON "vm_image" ("image_id" DESC) WHERE "published_at" IS NOT NULL AND "deleted_at" IS NULL;

CREATE TABLE "image_share" (
  "workspace_id"    bigint NOT NULL,
  "image_id"        text NOT NULL,
  "organization_id" text NOT NULL,
  "shared_at"       timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "image_share_pkey" PRIMARY KEY ("workspace_id", "image_id", "organization_id"),
  CONSTRAINT "image_share_image_fkey" FOREIGN KEY ("workspace_id", "image_id")
    REFERENCES "vm_image" ("workspace_id", "image_id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "image_share_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organization" ("organization_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "image_share_with_idx" ON "image_share" ("organization_id", "image_id" DESC);
-- Only the owner's workspace sees and changes with whom it shares.
SELECT "guard_workspace_rows"('image_share');
GRANT SELECT, INSERT, DELETE ON "image_share" TO "fulmar_workspace";

-- Whether a workspace may make VMs from an image of another one.
CREATE FUNCTION "image_opened"("of_image" text, "to_workspace" bigint) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM vm_image v WHERE v.image_id = of_image AND v.deleted_at IS NULL AND v.status = 'available'
       AND (v.published_at IS NOT NULL OR EXISTS (
              SELECT FROM image_share s JOIN workspace w USING (organization_id)
               WHERE s.workspace_id = v.workspace_id AND s.image_id = v.image_id AND w.workspace_id = to_workspace)))
$$;
-- One that is shared no longer stays what the workspace's VMs and their backups are of. Creates and rebuilds from it ask
-- `image_opened` themselves.
CREATE FUNCTION "image_seen"("of_image" text, "by_workspace" bigint) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT image_opened(of_image, by_workspace)
      OR EXISTS (SELECT FROM vm WHERE vm.workspace_id = by_workspace AND vm.template_id = of_image)
$$;
ALTER POLICY "offered_images" ON "image"
  USING ("owner_workspace_id" IS NULL OR "owner_workspace_id" = current_setting('fulmar.workspace_id')::bigint
         OR "image_seen"("template_id", current_setting('fulmar.workspace_id')::bigint));
