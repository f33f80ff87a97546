import { BackupCopy, type CreateCloudVm } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { createVmOfBackup } from "../../compute/index.ts";
import { olderThan, toPage } from "../../query/paging.ts";
import { wireForm } from "../../query/wire-form.ts";
import type { Handler } from "../../request/context.ts";
import { conflict, found, invalidField } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { requireRestorable } from "../recovery-refusals.ts";
import { createVmOfCopySaga } from "../restored-vm.saga.ts";
import { kindOfSite } from "./copy-files.ts";
import { bytesOf, CopyManifest } from "./copy-manifest.ts";
import { requireDestination } from "./destinations.ts";
import { standing } from "./retention.ts";

const COLUMNS = `c.copy_id, c.destination_id, c.status, c.own, c.backup_id, c.vm_id, c.vm_name,
  c.vm_type::text, c.manifest, c.size_bytes, c.taken_at, c.copied_at, c.waiting_reason, c.error_message`;

const list = statement(
  "backup_copy_list",
  `SELECT ${COLUMNS},
          (SELECT d.name FROM backup_destination d
            WHERE d.workspace_id = c.workspace_id AND d.destination_id = c.destination_id) AS destination_name
     FROM backup_copy c
    WHERE c.workspace_id = $workspace_id::bigint AND c.copy_id < $after
      AND ($destination_id::text IS NULL OR c.destination_id = $destination_id)
      AND ($backup_id::text IS NULL OR c.backup_id = $backup_id)
      AND ($status::text IS NULL OR c.status = $status)
    ORDER BY c.copy_id DESC LIMIT $limit`,
  // A foreign key says that there is a destination.
  { present: ["destination_name"] },
);

// Locked against the worker that removes copies, which skips those that a VM is being made of.
const find = statement(
  "backup_copy_to_create_from",
  `SELECT c.copy_id, c.status, c.manifest, s.provider,
          EXISTS (SELECT FROM image i WHERE i.template_id = c.manifest #>> '{vm,template_id}') AS image_known
     FROM backup_copy c LEFT JOIN site s ON s.site_id = $site_id AND s.removed_at IS NULL
    WHERE c.workspace_id = $workspace_id::bigint AND c.copy_id = $copy_id FOR SHARE OF c`,
);

// The deletion of the backup waits for this lock, and so does another request to copy it.
const lockBackup = statement(
  "backup_copy_lock_backup",
  `SELECT b.status::text FROM backup b WHERE b.workspace_id = $workspace_id::bigint AND b.backup_id = $backup_id
      AND b.deleted_at IS NULL FOR NO KEY UPDATE`,
);

const request = statement(
  "backup_copy_request",
  `INSERT INTO backup_copy AS c (copy_id, workspace_id, destination_id, object_id, own, backup_id, vm_id, vm_name,
                                 vm_type, taken_at, copy_at)
   SELECT $copy_id, b.workspace_id, $destination_id, $copy_id, true, b.backup_id, v.vm_id, v.name, v.type,
          b.created_at, now()
     FROM backup b JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.backup_id = $backup_id
   RETURNING ${COLUMNS}, (SELECT d.name FROM backup_destination d WHERE d.workspace_id = c.workspace_id
                             AND d.destination_id = c.destination_id) AS destination_name`,
  { present: ["destination_name"] },
);

const shown = wireForm(BackupCopy);

/** A manifest that the row has was checked when it was written. */
function toCopy({ manifest, ...row }: RowOf<typeof list>): BackupCopy {
  const isThere = manifest !== null && row.status !== "waiting";
  const { vm, volumes, files } = isThere ? CopyManifest.parse(manifest) : { vm: null, volumes: [], files: [] };
  const size_bytes = row.size_bytes === null ? null : Number(row.size_bytes);
  const { stored, added } = bytesOf(files);
  return shown({
    ...row,
    ...{ size_bytes, new_bytes: size_bytes === null ? null : size_bytes - (stored - added) },
    ...{ plan_id: vm?.plan_id ?? null, template_id: vm?.template_id ?? null, disk_gb: vm?.disk_gb ?? null },
    volumes: volumes.map(({ name, size_gb, type }) => ({ name, size_gb, type })),
  });
}

export const listCopies: Handler<"backupCopy.list"> = async (
  { sql, workspace },
  { limit, cursor, destination_id, backup_id, status },
) => {
  const after = olderThan(cursor, "bcp");
  const filter = { destination_id, backup_id, status };
  const rows = await sql.query(list, { workspace_id: workspace.id, after, ...filter, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.copy_id, toCopy);
};

/**
 * Has a worker copy a backup.
 * @throws DomainError 404, and 409 for a backup that did not succeed, is copied there or would not be kept there
 */
export const createCopy: Handler<"backupCopy.create"> = async (context, { backup_id, destination_id }) => {
  const { sql, workspace } = context;
  const place = { workspace_id: workspace.id, backup_id };
  const { status } = found(await sql.maybe(lockBackup, place), "backup");
  await requireDestination(context, destination_id);
  requireRestorable("backup", status);
  const { copy_id, keep_count, is_old, newer } = await sql.one(standing, { ...place, destination_id });
  if (copy_id !== null)
    throw conflict("backup_copied", "The destination has a copy of the backup, or will have it soon.", [
      { type: "backup_copy", id: copy_id, name: "copy" },
    ]);
  if (is_old === true || (keep_count !== null && newer >= keep_count))
    throw conflict(
      "copy_not_kept",
      "The destination would remove the copy at once, because it keeps newer ones of the VM; raise its keep_count or " +
        "keep_days, or choose another destination.",
    );
  return toCopy(await sql.one(request, { ...place, destination_id, copy_id: newId("bcp") }));
};

/**
 * Creates a VM, and volumes, of what a bucket holds. The saga brings it to the site as a backup, of which both are made.
 * @throws DomainError as the create of a VM
 */
export const createVmOfCopy: Handler<"backupCopy.createVm"> = async (
  context,
  { copy_id, with_volumes, template_id, ...body },
) => {
  const { sql, workspace } = context;
  const place = { workspace_id: workspace.id, copy_id, site_id: body.site_id };
  const row = found(await sql.maybe(find, place), "backup copy");
  if (row.status !== "copied" || row.manifest === null)
    throw conflict("copy_not_complete", "The copy is not complete in its bucket; choose one whose status is copied.");
  const { vm, volumes, files, provider } = CopyManifest.parse(row.manifest);
  if (row.provider === null) throw invalidField("site_id", "is not a site of the installation");
  if (kindOfSite(row.provider) !== provider)
    throw invalidField("site_id", `is not a site of the kind that the backup was made at, which is ${provider}`);
  if (template_id === undefined && row.image_known !== true)
    throw invalidField(
      "template_id",
      "must be sent, because the image that the VM was of is not one of the installation",
    );
  const input: CreateCloudVm = {
    ...{ ...body, template_id: template_id ?? vm.template_id },
    ...{ ssh_key_ids: [], volume_ids: [], deletion_protection: false },
  };
  const backup = {
    ...{ copy_id, backup_id: newId("bkp"), vm_id: vm.vm_id, disk_gb: vm.disk_gb },
    volume_id: files[0]?.volume_id ?? "",
  };
  return createVmOfBackup(context, vm.type, input, backup, {
    saga: createVmOfCopySaga,
    volumes: with_volumes ? volumes : [],
  });
};
