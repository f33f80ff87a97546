import type { Database } from "@fulmar/prisma";
import type { StackIds } from "./blueprint.ts";
import type { Rest } from "./rest.ts";

/** @throws Error that names the parts of a destroyed stack that can still be found, by id or in a list */
export async function requireGone(rest: Rest, ids: StackIds): Promise<void> {
  const [found, listed] = await Promise.all([stillFound(rest, ids), stillListed(rest, ids)]);
  if (found.length + listed.length > 0)
    throw new Error(`found by id: ${found.join(", ")}; in lists: ${listed.join(", ")}`);
  for (const vm_id of Object.values(ids.vms)) {
    const { status } = await rest.ask("cloudVm.get", { vm_id });
    if (status !== "deleted") throw new Error(`the VM ${vm_id} is ${status}`);
  }
}

async function stillFound(rest: Rest, ids: StackIds): Promise<string[]> {
  const {
    vpc_id,
    nat_gateway_id,
    reserved_ip_id,
    firewall_group_id,
    load_balancer_id,
    bucket_name,
    access_key_id,
    distribution_id,
    store_id,
  } = ids;
  const statuses = {
    vpc: rest.status("vpc.get", { vpc_id }),
    front: rest.status("subnet.get", { vpc_id, subnet_id: ids.subnets.front }),
    back: rest.status("subnet.get", { vpc_id, subnet_id: ids.subnets.back }),
    gateway: rest.status("natGateway.get", { vpc_id, nat_gateway_id }),
    reservedIp: rest.status("reservedIp.get", { reserved_ip_id }),
    group: rest.status("firewallGroup.get", { firewall_group_id }),
    balancer: rest.status("loadBalancer.get", { load_balancer_id }),
    bucket: rest.status("bucket.get", { bucket_name }),
    accessKey: rest.status("accessKey.get", { access_key_id }),
    distribution: rest.status("cdnDistribution.get", { distribution_id }),
    store: rest.status("secretStore.get", { store_id }),
    certificate: rest.status("secret.get", { store_id, secret_id: ids.secrets.certificate }),
    password: rest.status("secret.get", { store_id, secret_id: ids.secrets.password }),
    snapshot: rest.status("snapshot.get", { vm_id: ids.vms.db, snapshot_set_id: ids.snapshot_set_id }),
    webVolume: rest.status("volume.get", { volume_id: ids.volumes.web }),
    apiVolume: rest.status("volume.get", { volume_id: ids.volumes.api }),
    dbVolume: rest.status("volume.get", { volume_id: ids.volumes.db }),
  };
  const answered = await Promise.all(
    Object.entries(statuses).map(async ([what, status]) => ({ what, status: await status })),
  );
  return answered.filter(({ status }) => status !== 404).map(({ what, status }) => `${what} (${status})`);
}

async function stillListed(rest: Rest, ids: StackIds): Promise<string[]> {
  const lists = await Promise.all([
    rest.ask("vpc.list", { limit: 1000 }),
    rest.ask("reservedIp.list", { limit: 1000 }),
    rest.ask("firewallGroup.list", { limit: 1000 }),
    rest.ask("loadBalancer.list", { limit: 1000 }),
    rest.ask("bucket.list", { limit: 1000 }),
    rest.ask("accessKey.list", { limit: 1000 }),
    rest.ask("cdnDistribution.list", { limit: 1000 }),
    rest.ask("secretStore.list", { limit: 1000 }),
    rest.ask("cloudVm.list", {}),
    rest.ask("volume.list", { limit: 1000 }),
  ]);
  const text = JSON.stringify(lists);
  const all = Object.values(ids).flatMap((value) =>
    typeof value === "string" ? [value] : Object.values<string>(value),
  );
  return all.filter((id) => text.includes(JSON.stringify(id)));
}

/** Tables whose rows a workspace keeps: history, and rows that belong to nothing deletable. */
const HISTORY = [
  "admission",
  "audit_event",
  "cdn_signing_key",
  "change",
  "event",
  "idempotency_key",
  "ledger_entry",
  "operation_volume",
  "quota",
  "usage_record",
  "vm_bandwidth",
  "vm_metric",
  "vm_metric_hour",
  "volume_metric",
  "volume_metric_hour",
  "workspace",
];
/** Conditions for live rows. Other rows of these tables stay as history. */
const LIVE: Readonly<Record<string, string>> = {
  backup_policy: "enabled",
  charge: "charged_until IS NULL",
  image_copy: "deleted_at IS NULL OR reclaimed_at IS NULL",
  operation: "finished_at IS NULL",
  vm: "deleted_at IS NULL",
  vm_image: "deleted_at IS NULL OR reclaimed_at IS NULL",
  volume: "deleted_at IS NULL OR reclaimed_at IS NULL",
  volume_operation: "completed_at IS NULL",
  volume_snapshot: "deleted_at IS NULL OR reclaimed_at IS NULL",
};
/** The simulated edge's log of purges, and the site's ownership record. */
const KEPT_BY_PROVIDER = ["edge_purge", "site_mark"];

const tables = `
  SELECT c.relname AS name, n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND (n.nspname = 'simulated' AND c.relname <> ALL ($2::text[])
       OR n.nspname = 'public' AND c.relname <> ALL ($1::text[])
          AND EXISTS (SELECT FROM pg_attribute a
                       WHERE a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped))
   ORDER BY 2, 1`;

/**
 * Counts what is left of a workspace whose stacks were destroyed: in the database, and at the simulated provider, which
 * must not be used by others meanwhile.
 * @returns the number of rows by table, for tables that have any; empty when nothing is left
 */
export async function remainsOf(
  { pool }: Pick<Database, "pool">,
  workspaceId: string,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; schema: string }>(tables, [HISTORY, KEPT_BY_PROVIDER]);
  const counts = await Promise.all(
    rows.map(async ({ name, schema }) => {
      const condition =
        schema === "public" ? `workspace_id = $1::bigint AND (${LIVE[name] ?? "true"})` : "$1::bigint > 0";
      const counted = await pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM "${schema}"."${name}" WHERE ${condition}`,
        [workspaceId],
      );
      return [`${schema}.${name}`, counted.rows[0]?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
