import type { Acceptance, CreateCloudVm, OperationById, ParsedInput } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { createVmOfBackup as createVmOf } from "../compute/index.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { found, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { rootVolumeId } from "../work/root-volume.ts";
import { parseDataVolumes, typeOf, VOLUME_TYPES } from "./captured-volumes.ts";
import { kindOfSite } from "./copies/copy-files.ts";
import { requireRestorable } from "./recovery-refusals.ts";
import type { PointTable } from "./restore.saga.ts";
import { createVmElsewhereSaga, createVmOfBackupSaga } from "./restored-vm.saga.ts";

// Locked against a deletion meanwhile: the worker keeps what a create needs.
const sourceOf = (table: PointTable) =>
  `SELECT b.vm_id, b.status::text, b.source_disk_size_gb, b.data_volumes, b.storage_backend, v.type::text,
          v.template_id, v.dedicated, coalesce($site_id::text, v.site_id) AS site_id,
          (SELECT s.provider FROM site s
            WHERE s.site_id = coalesce($site_id::text, v.site_id) AND s.removed_at IS NULL) AS provider,
          ${VOLUME_TYPES} AS volume_types
     FROM ${table} b JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.${table}_id = $point_id AND b.deleted_at IS NULL
      FOR SHARE OF b`;

const SOURCES = {
  snapshot: statement("snapshot_to_create_from", sourceOf("snapshot_set")),
  backup: statement("backup_to_create_from", sourceOf("backup")),
} as const;

type Kind = keyof typeof SOURCES;
type Source = RowOf<(typeof SOURCES)[Kind]>;
type Body = Omit<ParsedInput<OperationById<"workspaceBackup.createVm">>, "backup_id">;

/** Creates a VM whose disks are those of a backup. @throws DomainError as the create of a VM */
export const createVmOfBackup: Handler<"workspaceBackup.createVm"> = (context, { backup_id, ...body }) =>
  createVmOfPoint(context, "backup", backup_id, body);

/** Creates a VM whose disks are those of a snapshot. @throws DomainError as the create of a VM */
export const createVmOfSnapshot: Handler<"workspaceSnapshot.createVm"> = (context, { snapshot_set_id, ...body }) =>
  createVmOfPoint(context, "snapshot", snapshot_set_id, body);

/**
 * Creates a VM, and volumes, of a snapshot or a backup. Where the site is another one, the saga brings the point there as
 * a backup first, of which both are made.
 * @throws DomainError as the create of a VM; 400 for a site that cannot take what the point's site has
 */
async function createVmOfPoint(
  context: RequestContext,
  kind: Kind,
  id: string,
  { with_volumes, site_id: wanted, ...body }: Body,
): Promise<Acceptance> {
  const place = { workspace_id: context.workspace.id, point_id: id, site_id: wanted };
  const point = found(await context.sql.maybe(SOURCES[kind], place), kind);
  requireRestorable(kind, point.status);
  const { vm_id, type, template_id, site_id, dedicated, source_disk_size_gb: disk_gb } = point;
  const isElsewhere = liesElsewhere(kind, point, wanted);
  const input: CreateCloudVm = {
    ...{ ...body, template_id, site_id, dedicated },
    ...{ ssh_key_ids: [], volume_ids: [], deletion_protection: false },
  };
  const { data_volumes } = parseDataVolumes(point);
  const disk = {
    ...{ kind, backup_id: id, vm_id, volume_id: rootVolumeId(vm_id), disk_gb },
    ...(isElsewhere && {
      ...{ kind: "backup" as const, backup_id: newId("bkp") },
      brought: { kind, id, provider: point.storage_backend },
    }),
  };
  const volumes = with_volumes
    ? data_volumes.map((volume) => ({ ...volume, type: typeOf(point.volume_types, volume.volume_id) }))
    : [];
  if (isElsewhere) return createVmOf(context, type, input, disk, { saga: createVmElsewhereSaga, volumes });
  if (volumes.length === 0) return createVmOf(context, type, input, disk);
  return createVmOf(context, type, input, disk, { saga: createVmOfBackupSaga, volumes });
}

/**
 * Whether the point has to be brought to the site of the new VM. Sites that share a provider share what it has.
 * @throws DomainError 400 that names the site
 */
function liesElsewhere(kind: Kind, { provider, storage_backend }: Source, wanted: string | undefined): boolean {
  if (wanted === undefined || provider === storage_backend) return false;
  if (provider === null) throw invalidField("site_id", "is not a site of the installation");
  if (kindOfSite(provider) !== kindOfSite(storage_backend))
    throw invalidField("site_id", `is not a site of the kind that the ${kind} is at, and so cannot take it`);
  return true;
}
