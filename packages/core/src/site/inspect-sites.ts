import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";
import { recordCapacity } from "./record-capacity.ts";

const TIMEOUT_MS = 10_000;

const connected = statement(
  "site_connected",
  "SELECT s.site_id, s.provider FROM site s JOIN site_connection c ON c.site_id = s.site_id WHERE s.removed_at IS NULL ORDER BY s.site_id",
);

const unreachable = statement(
  "site_unreachable",
  "UPDATE site_capacity SET reachable = false, checked_at = now() WHERE site_id = $1",
);

/** Looks what every site has, so that no request has to: a plan is available where there is room for it. */
export const inspectSites: Reconciler<WorkerServices> = {
  name: "inspect-sites",
  everyMs: 15_000,
  async run(services, signal) {
    const { sql } = services.database;
    const sites = await sql.queryAs<{ site_id: string; provider: string }>(connected, []);
    const results = await Promise.allSettled(sites.map((site) => inspect(sql, services, site, signal)));
    signal.throwIfAborted();
    for (const result of results) if (result.status === "rejected") throw result.reason;
  },
};

async function inspect(
  sql: Sql,
  services: WorkerServices,
  { site_id, provider }: { readonly site_id: string; readonly provider: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    const { site } = await services.observedProvider(provider);
    const report = await site.inspect(AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    if (report !== null) await recordCapacity(sql, site_id, report);
  } catch (error) {
    if (!signal.aborted) await sql.query(unreachable, [site_id]);
    throw error;
  }
}
