import type { SagaContext } from "@fulmar/engine";
import { lookup, type RowOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { SiteRecord } from "@fulmar/providers";
import { recordOf, rowAtHand, toRecord } from "../site/index.ts";
import type { VolumeSagaInput } from "./accept-volume-change.ts";
import { recordDetachedVolumes } from "./volume-operations.ts";

// The volume that an operation holds. `heldBy` gives its values.
const mine = "workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND operation_id = $operation_id";

const settle = statement(
  "volume_settle",
  `UPDATE volume
      SET status = CASE WHEN $error_message::text IS NOT NULL THEN 'error' WHEN attached_vm_id IS NULL THEN 'available'
                        ELSE 'in-use' END::volume_status,
          error_message = $error_message, size_gb = greatest(size_gb, $size_gb::int), operation_id = NULL,
          updated_at = now()
    WHERE ${mine}`,
);

const claim = statement(
  "volume_claim",
  `SELECT operation_id, next_operation_id, device_path FROM volume
    WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id`,
);

const record = lookup(
  "volume_record",
  `SELECT ${recordOf({ volume: rowAtHand("volume") })} AS record FROM volume
    WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id`,
);

const showSize = statement(
  "volume_show_size",
  `UPDATE volume SET size_gb = greatest(size_gb, $size_gb::int) WHERE ${mine}`,
);

const free = statement("volume_free", `UPDATE volume SET operation_id = NULL WHERE ${mine}`);

// A volume that is being resized or copied keeps its operation. A volume in error stays in error.
const release = statement(
  "volume_release",
  `UPDATE volume
      SET status = CASE WHEN status = 'in-use' THEN 'available' ELSE status END, attached_vm_id = NULL,
          device_path = NULL, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND attached_vm_id = $attached_vm_id RETURNING volume_id`,
);

/** The operation that holds a volume, the one that is next, and the volume's device. */
type Claim = RowOf<typeof claim>;

/** The state in which an operation leaves its volume. */
interface VolumeEnd {
  /** Why the volume cannot be used. Undefined when it is available, or in use by its VM. */
  readonly broken?: string;
  /** Undefined: as before. It never shrinks. */
  readonly sizeGb?: number;
}

/** The values of `mine`. */
function heldBy({ workspaceId, operationId, input }: SagaContext<VolumeSagaInput>) {
  return { workspace_id: workspaceId, volume_id: input.volume_id, operation_id: operationId };
}

/** Writes a volume's state in the transaction that ends its operation, and releases the volume from the operation. */
export async function settleVolume(
  { sql }: Pick<Transaction, "sql">,
  context: SagaContext<VolumeSagaInput>,
  end: VolumeEnd,
): Promise<void> {
  await sql.query(settle, { ...heldBy(context), error_message: end.broken, size_gb: end.sizeGb ?? 0 });
}

/** Releases a volume from its operation without changing its state. */
export async function freeVolume(
  { sql }: Pick<Transaction, "sql">,
  context: SagaContext<VolumeSagaInput>,
): Promise<void> {
  await sql.query(free, heldBy(context));
}

/** Returns which operation holds a volume and which is next. */
export function claimOf(sql: Sql, { workspaceId, input }: SagaContext<VolumeSagaInput>): Promise<Claim> {
  return sql.one(claim, { workspace_id: workspaceId, volume_id: input.volume_id });
}

/** Returns the site record that the provider keeps with a new volume. */
export async function volumeRecord(
  sql: Sql,
  { workspaceId, input }: SagaContext<VolumeSagaInput>,
): Promise<SiteRecord> {
  return toRecord((await sql.one(record, { workspace_id: workspaceId, volume_id: input.volume_id })).record);
}

/** Writes the size that the provider gave a volume even though the operation failed. */
export async function showVolumeSize(sql: Sql, context: SagaContext<VolumeSagaInput>, sizeGb: number): Promise<void> {
  await sql.query(showSize, { ...heldBy(context), size_gb: sizeGb });
}

/** Detaches all volumes of a VM, in the transaction that makes the VM `deleted`. Volumes outlive their VM. */
export async function releaseVolumes(sql: Sql, workspaceId: bigint, vmId: string): Promise<void> {
  const released = await sql.query(release, { workspace_id: workspaceId, attached_vm_id: vmId });
  if (released.length === 0) return;
  const volumeIds = released.map((volume) => volume.volume_id);
  await recordDetachedVolumes(sql, workspaceId, volumeIds, vmId);
}
