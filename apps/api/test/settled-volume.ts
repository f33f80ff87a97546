import type { Database } from "@fulmar/prisma";

/**
 * Ends the running operation of a volume as a worker does: creating → available, attaching → in-use, and so on. These
 * tests run no worker.
 */
export async function settleVolume({ pool }: Pick<Database, "pool">, volumeId: string): Promise<void> {
  const { rows } = await pool.query<{ operation_id: string; before: string | null; size_gb: number | null }>(
    `SELECT o.operation_id, o.input ->> 'before' AS before, (o.input ->> 'size_gb')::int AS size_gb
       FROM volume v JOIN operation o ON o.operation_id = v.operation_id WHERE v.volume_id = $1`,
    [volumeId],
  );
  const [operation] = rows;
  if (operation === undefined) throw new Error(`nothing is under way on the volume ${volumeId}`);
  const { operation_id, before, size_gb } = operation;
  await pool.query(
    `UPDATE volume SET operation_id = NULL, size_gb = coalesce($2, size_gb),
            status = CASE WHEN attached_vm_id IS NULL OR status = 'detaching' THEN 'available'
                          ELSE 'in-use' END::volume_status,
            attached_vm_id = CASE WHEN status <> 'detaching' THEN attached_vm_id END,
            device_path = CASE WHEN status <> 'detaching' THEN device_path END
      WHERE volume_id = $1`,
    [volumeId, size_gb],
  );
  await pool.query("UPDATE vm SET status = $2::vm_status, operation_id = NULL WHERE operation_id = $1", [
    operation_id,
    before ?? "running",
  ]);
  await pool.query(
    "UPDATE volume_snapshot SET status = 'succeeded', completed_at = now() WHERE volume_id = $1 AND completed_at IS NULL",
    [volumeId],
  );
  await pool.query(
    "UPDATE volume_operation SET status = 'succeeded', result = '{}', completed_at = now() WHERE operation_id = $1",
    [operation_id],
  );
  await pool.query(
    "UPDATE operation SET status = 'succeeded', finished_at = now(), updated_at = now() WHERE operation_id = $1",
    [operation_id],
  );
}
