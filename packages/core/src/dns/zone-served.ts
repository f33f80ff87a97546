import { type Sql, statement } from "@fulmar/prisma";
import { lookUntil } from "../work/look-until.ts";

const SERVED_WITHIN_MS = 3_000;
/** A worker looks several times a second, and says so at each end. */
const AT_WORK = "interval '5 seconds'";

// Without a worker there is nothing to wait for, and after a failure it tries later.
const behind = statement(
  "dns_zone_behind",
  `SELECT FROM dns_zone z JOIN reconciler r ON r.name = 'apply-zones'
    WHERE (r.lease_until > now() OR r.finished_at > now() - ${AT_WORK})
      AND z.workspace_id = $workspace_id::bigint AND z.zone_id = $zone_id AND z.status = 'active'
      AND z.applied_revision < z.revision AND z.apply_attempts = 0 AND NOT z.apply_waited`,
);

/** Waits until the name servers have all changes of a zone, for some seconds at most. */
export function zoneServed(
  sql: Sql,
  zone: { readonly workspace_id: bigint; readonly zone_id: string },
  signal: AbortSignal,
): Promise<void> {
  return lookUntil(async () => (await sql.query(behind, zone)).length === 0, SERVED_WITHIN_MS, signal);
}
