import type { VolumeStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";

/** A volume that no operation holds, as the database has it. */
export interface SettledVolume {
  volume_id: string;
  status: VolumeStatus;
  attached_vm_id: string | null;
  /** When it was last written. */
  seen_at: Date;
  /** Its create failed: what its provider may have of it is on its way out. */
  ended: boolean;
}

// `seen_at`: the volume has not been written since it was compared with the inventory, so the comparison still holds.
const correct = statement(
  "volume_correct",
  `WITH moved AS (
     UPDATE volume SET status = $3::volume_status, error_message = $4, updated_at = now()
      WHERE volume_id = $1 AND status = $2::volume_status AND operation_id IS NULL AND deleted_at IS NULL AND coalesce(updated_at, created_at) = $5
     RETURNING workspace_id, volume_id
   )
   ${auditMove("moved", { actor: "reconcile-volumes", action: "$7", resource: "volume_id", id: "$6" })}`,
);

const LOST = "The provider no longer has this volume; delete it and create a new one.";

/**
 * Shows a volume as its provider has it, and reports that in the audit log; does nothing when the volume was changed in
 * the meantime.
 */
export async function correctVolume(sql: Sql, volume: SettledVolume, status: VolumeStatus): Promise<void> {
  const lost = status === "error";
  const values = [
    volume.volume_id,
    volume.status,
    status,
    lost ? LOST : null,
    volume.seen_at,
    newId("aud"),
    lost ? "volume.lost" : "volume.found",
  ];
  await sql.queryAs(correct, values);
}
