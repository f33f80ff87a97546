import type { VolumeStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../kernel/identifiers.ts";

/** A volume that no operation holds, as the database has it. */
export interface SettledVolume {
  volume_id: string;
  status: VolumeStatus;
  attached_vm_id: string | null;
  /** When it was last written. */
  seen_at: Date;
  /** It was there once; a volume whose create failed never was. */
  was_created: boolean;
}

// `seen_at`: the volume has not been written since it was compared with the inventory, so the comparison still holds.
const correct = statement(
  "volume_correct",
  `WITH moved AS (
     UPDATE volume v SET status = $3::volume_status, error_message = $4, updated_at = now() FROM workspace w
      WHERE v.volume_id = $1 AND v.status = $2::volume_status AND v.operation_id IS NULL AND v.deleted_at IS NULL
        AND coalesce(v.updated_at, v.created_at) = $5 AND w.workspace_id = v.workspace_id
     RETURNING v.workspace_id, w.organization_id, v.volume_id
   )
   INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, result)
   SELECT $6, organization_id, workspace_id, 'system', 'reconcile-volumes', 'Fulmar', $7, volume_id, $6, 200 FROM moved`,
);

const LOST = "The provider no longer has this volume; delete it and create a new one.";

/** Shows a volume as its provider has it, and reports that in the audit log; does nothing when the volume was changed in the meantime. */
export async function correctVolume(sql: Sql, volume: SettledVolume, status: VolumeStatus): Promise<void> {
  const lost = status === "error";
  const values = [volume.volume_id, volume.status, status, lost ? LOST : null, volume.seen_at, newId("aud"), lost ? "volume.lost" : "volume.found"];
  await sql.query(correct, values);
}
