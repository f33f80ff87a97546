import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { callProvider } from "../work/call-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** What was applied just now may not be in the list yet. */
const SETTLED = "interval '1 minute'";

const applyLost = statement(
  "dns_zone_apply_lost",
  `UPDATE dns_zone SET apply_at = now()
    WHERE status = 'active' AND applied_at < now() - ${SETTLED} AND apply_at > now() AND apply_attempts = 0
      AND NOT apply_waited AND zone_id <> ALL ($zone_ids::text[])`,
);

/** Brings zones to the name servers again that one of them has lost. Zones that the database does not know stay. */
export const reconcileZones: Reconciler<Pick<WorkerServices, "database" | "dns">> = {
  name: "reconcile-zones",
  everyMs: 60_000,
  async run({ database, dns }, signal) {
    if (dns === undefined) return;
    const beginning = { resourceId: "zones", resourceName: "zones", step: "list-zones", waited: true };
    const result = await callProvider(dns, beginning, (limited) => dns.servers.list(limited), signal);
    if (result.kind === "done") await database.sql.query(applyLost, { zone_ids: [...result.value] });
  },
};
