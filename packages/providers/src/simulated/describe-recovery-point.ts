import type { SiteResource } from "../inventory-port.ts";
import { recordedName } from "../recorded-name.ts";
import { bytesInWords } from "../size-in-words.ts";
import { type Kept, recordOf } from "./kept.ts";
import type { World } from "./world.ts";

interface PointRow {
  vm_id: string;
  bytes: string;
  made_at: Date;
  record: Kept | null;
}

/** SQL: the copies of a snapshot or a backup as one. */
function describing(kind: "snapshot" | "backup"): string {
  return `SELECT c.vm_id, sum(c.size_bytes)::text AS bytes, min(c.created_at) AS made_at, r.record
    FROM simulated.${kind} c LEFT JOIN simulated.recovery_record r ON r.id = c.${kind}_id
   WHERE c.${kind}_id = $1 GROUP BY c.vm_id, r.id`;
}

export async function describeRecoveryPoint(
  world: World,
  kind: "snapshot" | "backup",
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [row] = await world.query<PointRow>(`describe_${kind}`, describing(kind), [id], signal);
  if (row === undefined) return undefined;
  const record = recordOf(row.record);
  const size = bytesInWords(Number(row.bytes));
  return {
    kind,
    id,
    name: recordedName(kind, record),
    size,
    madeAt: row.made_at,
    record,
    recoveryPoint: { vmId: row.vm_id },
  };
}
