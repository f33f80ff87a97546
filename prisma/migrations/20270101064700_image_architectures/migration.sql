-- What an image needs of the machine that it boots on, and what hosts give (docs/adr/0175). NULL where nobody has said: nothing is
-- refused by that.
ALTER TABLE "image" ADD COLUMN "architecture" text, ADD COLUMN "firmware" text;
ALTER TABLE "vm_image" ADD COLUMN "firmware" text,
  ADD CONSTRAINT "vm_image_firmware_known" CHECK ("firmware" IN ('bios', 'uefi'));
UPDATE image i SET architecture = v.architecture FROM vm_image v WHERE v.image_id = i.template_id AND v.architecture IS NOT NULL;

CREATE OR REPLACE FUNCTION "offer_vm_image"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO image AS i (template_id, name, os_type, os_distro, version, min_disk_gb, site_ids, position, retired_at, owner_workspace_id,
                          size_bytes, architecture, firmware)
  VALUES (NEW.image_id, NEW.name, NEW.os_type, NEW.os_distro, NEW.version, NEW.min_disk_gb,
          CASE WHEN NEW.status = 'available' AND NEW.deleted_at IS NULL THEN ARRAY[NEW.site_id] ELSE '{}' END,
          0, NEW.deleted_at, NEW.workspace_id, NEW.size_bytes, NEW.architecture, NEW.firmware)
      ON CONFLICT (template_id) DO UPDATE
     SET name = excluded.name, min_disk_gb = excluded.min_disk_gb, site_ids = excluded.site_ids, retired_at = excluded.retired_at,
         size_bytes = excluded.size_bytes, architecture = excluded.architecture, firmware = excluded.firmware
   WHERE i.owner_workspace_id = excluded.owner_workspace_id;
  RETURN NULL;
END $$;

ALTER TABLE "site_host" ADD COLUMN "architectures" text[], ADD COLUMN "firmware" text[],
  ADD CONSTRAINT "site_host_architectures_filled" CHECK (array_position("architectures", NULL) IS NULL),
  ADD CONSTRAINT "site_host_firmware_filled" CHECK (array_position("firmware", NULL) IS NULL);

-- What each host of a simulated world says of itself.
ALTER TABLE "simulated"."host" ADD COLUMN "architectures" text[] NOT NULL DEFAULT '{x86_64}',
  ADD COLUMN "firmware" text[] NOT NULL DEFAULT '{bios,uefi}',
  ADD CONSTRAINT "host_architectures_filled" CHECK (array_position("architectures", NULL) IS NULL),
  ADD CONSTRAINT "host_firmware_filled" CHECK (array_position("firmware", NULL) IS NULL);
