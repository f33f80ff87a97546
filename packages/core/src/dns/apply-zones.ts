import { DnsRecordSet } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, statement } from "@fulmar/prisma";
import type { ServedZone } from "@fulmar/providers";
import { callProvider } from "../work/call-provider.ts";
import { DUE, retryDelayMs } from "../work/due.ts";
import { inTurn } from "../work/fair-share.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { firstLabel } from "./check-zones.ts";
import { nameServersOf } from "./claim.ts";
import { ANSWERED } from "./follow.ts";
import { wholeName } from "./names.ts";
import { textOf } from "./normal-values.ts";
import { signingKeyOf } from "./zone-keys.ts";

const BATCH = 50;
const DELAY = { firstMs: 1_000, mostMs: 300_000 };
/** A zone that has not changed is compared with the name servers once a day. */
const COMPARED_EVERY = "interval '1 day'";

const due = statement(
  "dns_zone_due",
  `SELECT z.workspace_id, z.zone_id, z.name, z.revision, z.dnssec, z.dnssec_public_key, z.dnssec_key_sealed,
          z.apply_waited, z.apply_attempts, o.organization_id
     FROM dns_zone z JOIN workspace o ON o.workspace_id = z.workspace_id
    WHERE z.apply_at <= ${DUE} ORDER BY ${inTurn("o.organization_id", "z.apply_at")} LIMIT ${BATCH}`,
);

type DueZone = RowOf<typeof due>;

// Read after the revision: what they have more is applied once more.
const sets = statement(
  "dns_zone_sets",
  `SELECT s.name, s.type, s.ttl, ${ANSWERED} AS values FROM dns_record_set s
    WHERE s.workspace_id = $workspace_id::bigint AND s.zone_id = $zone_id`,
);

const IT = "z.workspace_id = $workspace_id::bigint AND z.zone_id = $zone_id AND z.status = 'active'";
const LATER = "now() + $ms::int * interval '1 millisecond'";

const applied = statement(
  "dns_zone_applied",
  `UPDATE dns_zone z
      SET applied_revision = greatest(applied_revision, $revision::int), applied_at = now(), apply_waited = false,
          apply_attempts = 0, error_message = NULL,
          apply_at = CASE WHEN revision > $revision::int THEN now() ELSE now() + ${COMPARED_EVERY} END
    WHERE ${IT}`,
);

const wait = statement("dns_zone_wait", `UPDATE dns_zone z SET apply_waited = true, apply_at = ${LATER} WHERE ${IT}`);

const retry = statement(
  "dns_zone_retry",
  `UPDATE dns_zone z
      SET apply_waited = false, apply_attempts = apply_attempts + 1, error_message = $error_message, apply_at = ${LATER}
    WHERE ${IT}`,
);

const { type: Type } = DnsRecordSet.shape;

function toServed({ ttl, values, ...row }: RowOf<typeof sets>, zone: string): ServedZone["recordSets"][number] {
  const type = Type.parse(row.type);
  return { name: wholeName(row.name, zone), type, ttl, values: type === "TXT" ? values.map(textOf) : values };
}

/**
 * Brings zones to the name servers. A zone is sent whole, and the adapter changes what differs, so that a name server
 * that was down, emptied or changed by hand has the right records afterwards.
 */
export const applyZones: Reconciler<Pick<WorkerServices, "database" | "dns" | "configuredDns" | "secrets">> = {
  name: "apply-zones",
  everyMs: 200,
  async run({ database: { sql }, dns, configuredDns, secrets }, signal) {
    if (dns === undefined) return;
    const bring = async (zone: DueZone) => {
      const { workspace_id, zone_id, name, revision, apply_waited: waited } = zone;
      const ids = { workspace_id, zone_id };
      const rows = await sql.query(sets, ids);
      const served: ServedZone = {
        ...{ zoneId: zone_id, name },
        nameServers: nameServersOf({ dns: configuredDns }, zone.organization_id),
        recordSets: rows.filter(({ values }) => values.length > 0).map((row) => toServed(row, name)),
        signingKey: signingKeyOf(secrets, zone),
      };
      const beginning = { resourceId: zone_id, resourceName: firstLabel(name), step: "apply-zone", waited };
      const result = await callProvider(dns, beginning, (limited) => dns.servers.apply(served, limited), signal);
      if (result.kind === "done") await sql.query(applied, { ...ids, revision });
      else if (result.kind === "busy") await sql.query(wait, { ...ids, ms: result.busyMs });
      else {
        const ms = retryDelayMs(zone.apply_attempts + 1, DELAY);
        await sql.query(retry, { ...ids, ms, error_message: result.failure.message });
      }
    };
    await workThrough(() => sql.query(due), bring, signal);
  },
};
