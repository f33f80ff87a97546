import type { CreateCloudVm } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { createVmOfBackup } from "../compute/index.ts";
import type { Handler } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { rootVolumeId } from "../work/root-volume.ts";
import { parseDataVolumes, typeOf, VOLUME_TYPES } from "./captured-volumes.ts";
import { requireRestorable } from "./recovery-refusals.ts";
import { createVmOfBackupSaga } from "./restored-vm.saga.ts";

// Locked against a deletion meanwhile: the worker keeps what a create needs.
const find = statement(
  "backup_to_create_from",
  `SELECT b.vm_id, b.status::text, b.source_disk_size_gb, b.data_volumes, v.type::text, v.template_id, v.site_id,
          v.dedicated, ${VOLUME_TYPES} AS volume_types
     FROM backup b JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.backup_id = $backup_id AND b.deleted_at IS NULL
      FOR SHARE OF b`,
);

/** Creates a VM whose disks are those of a backup. @throws DomainError as the create of a VM */
export const restoreAsNewVm: Handler<"workspaceBackup.createVm"> = async (
  context,
  { backup_id, with_volumes, ...body },
) => {
  const backup = found(await context.sql.maybe(find, { workspace_id: context.workspace.id, backup_id }), "backup");
  requireRestorable("backup", backup.status);
  const { vm_id, type, template_id, site_id, dedicated, source_disk_size_gb: disk_gb } = backup;
  const input: CreateCloudVm = {
    ...{ ...body, template_id, site_id, dedicated },
    ...{ ssh_key_ids: [], volume_ids: [], deletion_protection: false },
  };
  const disk = { backup_id, vm_id, volume_id: rootVolumeId(vm_id), disk_gb };
  const { data_volumes } = parseDataVolumes(backup);
  if (!with_volumes || data_volumes.length === 0) return createVmOfBackup(context, type, input, disk);
  const volumes = data_volumes.map((volume) => ({ ...volume, type: typeOf(backup.volume_types, volume.volume_id) }));
  return createVmOfBackup(context, type, input, disk, { saga: createVmOfBackupSaga, volumes });
};
