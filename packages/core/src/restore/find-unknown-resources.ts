import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { Provider, ResourceKind, SiteResource } from "@fulmar/providers";
import { raiseFence } from "../work/fence.ts";
import type { IdPage } from "../work/restore-lost.ts";
import { answeringInTime } from "../work/timed-provider.ts";
import { throwAll } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import type { UnknownResource } from "./unknown-resources.ts";

const PAGE = 1_000;

interface Listed {
  readonly id: string;
  readonly matches: boolean;
}

type List = (provider: Provider, page: IdPage, signal: AbortSignal) => Promise<readonly Listed[]>;

interface Kind {
  readonly kind: ResourceKind;
  readonly list: List;
  /** Selects those of `$ids` that the database has rows of, ended or not. */
  readonly known: KnownStatement;
}

const rowsOf = (table: string, id: string) => `SELECT ${id} AS id FROM ${table} WHERE ${id} = ANY ($ids::text[])`;

/** Whether a row exists, ended or not. Tombstones handle the resources of ended rows. */
const known = (kind: UnknownResource["kind"], text: string) => statement(`known_${kind}`, text);

type KnownStatement = ReturnType<typeof known>;

const recoveryPoints: (kind: "snapshot" | "backup") => List = (kind) => async (provider, page, signal) =>
  (await provider.recovery.listRecoveryPoints(page, signal)).map((point) => ({
    id: point.id,
    matches: point.kind === kind,
  }));

const all = (ids: readonly string[]): Listed[] => ids.map((id) => ({ id, matches: true }));

/** SQL: VMs, those that are being adopted, and the machine of an operator's trial of GPUs, which has no row but theirs. */
const MACHINES = `${rowsOf("vm", "vm_id")} UNION ALL ${rowsOf("machine_adoption", "vm_id")} UNION ALL
       SELECT coalesce(vm_id, '') FROM host_gpu
        WHERE vm_id = ANY ($ids::text[]) AND held_at > now() - interval '1 hour'`;

const KINDS: readonly Kind[] = [
  {
    kind: "vm",
    list: async ({ compute }, page, signal) => all((await compute.listInstances(page, signal)).map(({ vmId }) => vmId)),
    known: known("vm", MACHINES),
  },
  {
    kind: "volume",
    list: async ({ volumes }, page, signal) =>
      all((await volumes.listVolumes(page, signal)).map(({ volumeId }) => volumeId)),
    known: known(
      "volume",
      `${rowsOf("volume", "volume_id")} UNION ALL
       SELECT coalesce(v.value, '') FROM machine_adoption, jsonb_each_text(volumes) AS v
        WHERE v.value = ANY ($ids::text[])`,
    ),
  },
  {
    // A restore keeps the overwritten content under its operation's id.
    kind: "snapshot",
    list: recoveryPoints("snapshot"),
    known: known(
      "snapshot",
      `${rowsOf("snapshot_set", "snapshot_set_id")} UNION ALL ${rowsOf("operation", "operation_id")}`,
    ),
  },
  { kind: "backup", list: recoveryPoints("backup"), known: known("backup", rowsOf("backup", "backup_id")) },
  {
    kind: "image",
    list: async ({ images }, page, signal) => all(await images.listImages(page, signal)),
    known: known("image", `${rowsOf("vm_image", "image_id")} UNION ALL ${rowsOf("image_copy", "copy_id")}`),
  },
  {
    kind: "subnet",
    list: async ({ networks }, page, signal) => all((await networks.list("subnet", page, signal)).map(({ id }) => id)),
    known: known("subnet", rowsOf("subnet", "subnet_id")),
  },
  {
    kind: "vm_network",
    list: async ({ networks }, page, signal) => all((await networks.list("vm", page, signal)).map(({ id }) => id)),
    known: known("vm_network", rowsOf("vm", "vm_id")),
  },
  {
    kind: "nat_gateway",
    list: async ({ networks }, page, signal) =>
      all((await networks.list("nat_gateway", page, signal)).map(({ id }) => id)),
    known: known("nat_gateway", rowsOf("nat_gateway", "nat_gateway_id")),
  },
  {
    kind: "load_balancer",
    list: async ({ loadBalancers }, page, signal) =>
      all((await loadBalancers.listBalancers(page, signal)).map(({ loadBalancerId }) => loadBalancerId)),
    known: known("load_balancer", rowsOf("load_balancer", "load_balancer_id")),
  },
];

/** A bucket on the common domain is served under its own id. */
const knownDistributions = known(
  "cdn_distribution",
  `${rowsOf("cdn_distribution", "distribution_id")} UNION ALL ${rowsOf("cdn_common_path", "bucket_id")}`,
);

const withTombstone = statement(
  "unknown_with_tombstone",
  `SELECT resource_id AS id FROM tombstone
    WHERE provider = $provider AND kind = $kind AND resource_id = ANY ($resource_ids::text[])`,
);

const see = statement(
  "unknown_see",
  `UPDATE unknown_resource SET last_seen_at = now()
    WHERE provider = $provider AND kind = $kind AND resource_id = ANY ($resource_ids::text[])
RETURNING resource_id AS id`,
);

const record = statement(
  "unknown_record",
  `INSERT INTO unknown_resource (provider, kind, resource_id, name, size, made_at, record, installation_id)
   VALUES ($provider, $kind, $resource_id, $name, $size, $made_at::timestamptz, $record::jsonb, $installation_id)
       ON CONFLICT (provider, kind, resource_id) DO UPDATE SET last_seen_at = now()`,
);

// Resources that the site no longer has, or that are known by now, are no longer unknown.
const forgetOthers = statement(
  "unknown_forget_others",
  `DELETE FROM unknown_resource
    WHERE provider = $provider AND kind = $kind AND NOT resource_id = ANY ($resource_ids::text[])`,
);

// A resource with this installation's id and with data was created by it, so the database has lost it.
const forgotten = statement(
  "unknown_forgotten",
  `SELECT count(*)::int AS count FROM unknown_resource u JOIN installation i ON i.installation_id = u.installation_id
    WHERE u.provider = $provider AND u.accepted_at IS NULL AND u.kind IN ('vm', 'volume', 'snapshot', 'backup')`,
);

/** Whether the database has rows of a resource, ended or not. */
export async function isKnown(sql: Sql, kind: UnknownResource["kind"], id: string): Promise<boolean> {
  const rows = KINDS.find((candidate) => candidate.kind === kind)?.known ?? knownDistributions;
  return (await sql.query(rows, { ids: [id] })).length > 0;
}

/**
 * Records the resources that sites have under our labels and that this database does not know. Changes nothing at the
 * sites. If this installation created such a resource, the database is behind the site, which is then fenced. Fenced
 * sites are searched too.
 */
export const findUnknownResources: Reconciler<WorkerServices> = {
  name: "find-unknown-resources",
  everyMs: 30_000,
  lanes,
  async run(services, signal, lane) {
    const names = lane === undefined ? await lanes(services) : [lane];
    const results = await Promise.allSettled(
      names.map((name) => (name === CDN ? lookAtEdge(services, signal) : look(services, name, signal))),
    );
    signal.throwIfAborted();
    throwAll(results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])));
  },
};

/** The name in place of a site's provider for the CDN. */
const CDN = "cdn";

async function lanes({ providerNames }: WorkerServices): Promise<readonly string[]> {
  return [...(await providerNames()), CDN];
}

async function look(services: WorkerServices, name: string, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  const by = { sql, pages: services.pages };
  await recordUnknown(by, name, answeringInTime(await services.observedProvider(name)), signal);
  const { count } = await sql.one(forgotten, { provider: name });
  if (count > 0) await raiseFence(sql, name, "unknown_resources", `Unknown: ${count}.`);
}

/** How the database is asked: about pages of resources, and about a few. */
interface Asked {
  readonly sql: Sql;
  readonly pages: () => Sql;
}

/** Records all resources of a provider that the database does not know. */
export async function recordUnknown(by: Asked, name: string, provider: Provider, signal: AbortSignal): Promise<void> {
  const { sql } = by;
  const unknownVms = new Set<string>();
  for (const { kind, list, known: statementOfKnown } of KINDS) {
    const listed = await unknownOf(
      by,
      { provider: name, kind, list: (page) => list(provider, page, signal), known: statementOfKnown },
      signal,
    );
    // The network of an unknown VM belongs to the VM.
    const unknown = kind === "vm_network" ? listed.filter((id) => !unknownVms.has(id)) : listed;
    if (kind === "vm") for (const id of unknown) unknownVms.add(id);
    const unseen = unknown.filter(notIn(await sql.query(see, { provider: name, kind, resource_ids: unknown })));
    // Resources adopted meanwhile lose their record and have rows, so those of no record are looked up once more.
    const adopted = unseen.length === 0 ? [] : await sql.query(statementOfKnown, { ids: unseen });
    for (const id of unseen.filter(notIn(adopted))) {
      signal.throwIfAborted();
      const found = await provider.inventory.describe(kind, id, signal);
      if (found !== undefined) await sql.query(record, { provider: name, kind, resource_id: id, ...valuesOf(found) });
    }
    await sql.query(forgetOthers, { provider: name, kind, resource_ids: unknown });
  }
}

async function lookAtEdge(
  { database: { sql }, pages, cdn: { edge } }: WorkerServices,
  signal: AbortSignal,
): Promise<void> {
  const [provider, kind] = [CDN, "cdn_distribution"];
  const list = async (page: IdPage) => all((await edge.list(page, signal)).map(({ distributionId }) => distributionId));
  const unknown = await unknownOf({ sql, pages }, { provider, kind, list, known: knownDistributions }, signal);
  const nothingElse = { name: null, size: null, made_at: null, record: null, installation_id: null };
  for (const id of unknown) await sql.query(record, { provider, kind, resource_id: id, ...nothingElse });
  await sql.query(forgetOthers, { provider, kind, resource_ids: unknown });
}

/** The site is listed before the database is queried, because a row is inserted before its resource is created. */
async function unknownOf(
  { sql, pages }: Asked,
  {
    provider,
    kind,
    list,
    known,
  }: {
    readonly provider: string;
    readonly kind: string;
    readonly list: (page: IdPage) => Promise<readonly Listed[]>;
    readonly known: KnownStatement;
  },
  signal: AbortSignal,
): Promise<string[]> {
  const paged = pages();
  const unknown: string[] = [];
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const listed = await list({ after, limit: PAGE });
    const ids = listed.filter(({ matches }) => matches).map(({ id }) => id);
    const rows = await paged.query(known, { ids });
    const without = ids.filter(notIn(rows));
    unknown.push(
      ...(without.length === 0
        ? []
        : without.filter(notIn(await sql.query(withTombstone, { provider, kind, resource_ids: without })))),
    );
    full = listed.length === PAGE;
    after = listed.at(-1)?.id ?? after;
  }
  return unknown;
}

function notIn(rows: readonly { readonly id: string }[]): (id: string) => boolean {
  const ids = new Set(rows.map(({ id }) => id));
  return (id) => !ids.has(id);
}

function valuesOf({ name, size, madeAt, record: kept }: SiteResource) {
  return {
    name,
    size,
    made_at: madeAt,
    record: kept === null ? null : JSON.stringify(kept),
    installation_id: kept?.installation_id ?? null,
  };
}
