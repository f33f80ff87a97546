import type { Reconciler } from "@fulmar/engine";
import { type RowOf, statement } from "@fulmar/prisma";
import { callProvider } from "../work/call-provider.ts";
import { DUE, retryDelayMs } from "../work/due.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { firstLabel } from "./check-zones.ts";

const BATCH = 50;
const DELAY = { firstMs: 1_000, mostMs: 300_000 };
/** A call that was under way may have made the zone once more after it was removed. */
const REMOVALS = 2;
const BETWEEN = "interval '2 minutes'";

const due = statement(
  "dns_removal_due",
  `SELECT zone_id, name, waited, attempts FROM dns_removal WHERE due_at <= ${DUE} ORDER BY due_at LIMIT ${BATCH}`,
);

const removed = statement(
  "dns_removal_done",
  `UPDATE dns_removal SET removals = removals + 1, attempts = 0, waited = false, due_at = now() + ${BETWEEN}
    WHERE zone_id = $zone_id`,
);
const forget = statement(
  "dns_removal_forget",
  `DELETE FROM dns_removal WHERE zone_id = $zone_id AND removals >= ${REMOVALS}`,
);
const later = statement(
  "dns_removal_later",
  `UPDATE dns_removal SET waited = $waited::boolean, attempts = attempts + $failures::int,
          due_at = now() + $ms::int * interval '1 millisecond'
    WHERE zone_id = $zone_id`,
);

/** Removes the zones from the name servers that were deleted or have lost their proof, and nothing else. */
export const removeZones: Reconciler<Pick<WorkerServices, "database" | "dns">> = {
  name: "remove-zones",
  everyMs: 500,
  async run({ database: { sql }, dns }, signal) {
    if (dns === undefined) return;
    const remove = async ({ zone_id, name, waited, attempts }: RowOf<typeof due>) => {
      const beginning = { resourceId: zone_id, resourceName: firstLabel(name), step: "remove-zone", waited };
      const zone = { zoneId: zone_id, name };
      const result = await callProvider(dns, beginning, (limited) => dns.servers.remove(zone, limited), signal);
      if (result.kind === "busy") await sql.query(later, { zone_id, waited: true, failures: 0, ms: result.busyMs });
      else if (result.kind === "failed")
        await sql.query(later, { zone_id, waited: false, failures: 1, ms: retryDelayMs(attempts + 1, DELAY) });
      else {
        await sql.query(removed, { zone_id });
        await sql.query(forget, { zone_id });
      }
    };
    await workThrough(() => sql.query(due), remove, signal);
  },
};
