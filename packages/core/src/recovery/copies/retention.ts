import { statement } from "@fulmar/prisma";

/** SQL: no VM is being made of the copy `c`. */
const UNUSED = `NOT EXISTS (
        SELECT FROM vm v JOIN operation o ON o.workspace_id = v.workspace_id AND o.operation_id = v.operation_id
         WHERE v.workspace_id = c.workspace_id AND v.status IN ('pending', 'creating', 'provisioning', 'configuring')
           AND o.input -> 'backup' ->> 'copy_id' = c.copy_id)`;

/**
 * Ends the copies of a destination that its retention does not keep. A worker removes their objects. Every copy is
 * complete, so none needs another one. The newest of each VM stays at any age.
 */
export const expireCopies = statement(
  "backup_copy_expire",
  `UPDATE backup_copy c SET status = 'removing'
     FROM (SELECT copy_id, taken_at, row_number() OVER (PARTITION BY vm_id ORDER BY taken_at DESC, copy_id DESC) AS place
             FROM backup_copy
            WHERE workspace_id = $workspace_id::bigint AND destination_id = $destination_id AND own
              AND status = 'copied') AS kept, backup_destination d
    WHERE c.workspace_id = $workspace_id::bigint AND c.copy_id = kept.copy_id AND kept.place > 1
      AND d.workspace_id = c.workspace_id AND d.destination_id = c.destination_id
      AND (kept.place > d.keep_count OR kept.taken_at < now() - d.keep_days * interval '24 hours')
      AND ${UNUSED}`,
);

/** Whether a destination would keep a copy of a backup, and which copy of it there is or will be. */
export const standing = statement(
  "backup_copy_standing",
  `SELECT d.keep_count, d.keep_days, s.newer, s.newer > 0 AND b.created_at < now() - d.keep_days * interval '24 hours'
            AS is_old,
          (SELECT c.copy_id FROM backup_copy c
            WHERE c.workspace_id = b.workspace_id AND c.backup_id = b.backup_id
              AND c.destination_id = d.destination_id AND c.status IN ('waiting', 'copied') LIMIT 1) AS copy_id
     FROM backup b JOIN backup_destination d ON d.workspace_id = b.workspace_id,
          LATERAL (SELECT count(*)::int AS newer FROM backup_copy c
                    WHERE c.workspace_id = b.workspace_id AND c.destination_id = d.destination_id AND c.vm_id = b.vm_id
                      AND c.own AND c.status = 'copied' AND c.taken_at > b.created_at) AS s
    WHERE b.workspace_id = $workspace_id::bigint AND b.backup_id = $backup_id AND d.destination_id = $destination_id`,
);
