import { LoadBalancerListener, LoadBalancerPool } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";

/**
 * The configuration of a balancer with the ids of its parts. Parts of each kind are in the order in which they were
 * created.
 */
export interface StoredConfiguration {
  readonly pools: readonly LoadBalancerPool[];
  readonly listeners: readonly LoadBalancerListener[];
}

const StoredConfiguration = z.object({ pools: z.array(LoadBalancerPool), listeners: z.array(LoadBalancerListener) });

export const EMPTY_CONFIGURATION: StoredConfiguration = { pools: [], listeners: [] };

const of = (part: string, alias: string) =>
  `load_balancer_${part} ${alias}
   WHERE ${alias}.workspace_id = b.workspace_id AND ${alias}.load_balancer_id = b.load_balancer_id`;

/** SQL columns `pools` and `listeners`: the configuration of the `load_balancer b` of a statement. */
export const CONFIGURATION_COLUMNS = `
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'pool_id', p.pool_id, 'name', p.name, 'protocol', p.protocol, 'algorithm', p.algorithm,
            'sticky_sessions', p.sticky_sessions, 'proxy_protocol', p.proxy_protocol, 'health_check', p.health_check,
            'target_tag', p.target_tag, 'target_port', p.target_port,
            'targets', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                 'target_id', t.target_id, 'vm_id', t.vm_id, 'ip', t.ip, 'port', t.port,
                                 'weight', t.weight, 'enabled', t.enabled, 'by_tag', t.by_tag)
                                 ORDER BY t.by_tag, CASE WHEN t.by_tag THEN t.vm_id ELSE t.target_id END), '[]')
                          FROM ${of("target", "t")}
                           AND t.pool_id = p.pool_id)) ORDER BY p.pool_id), '[]')
     FROM ${of("pool", "p")}) AS pools,
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'listener_id', l.listener_id, 'name', l.name, 'protocol', l.protocol, 'port', l.port,
            'certificate', CASE WHEN l.secret_id IS NOT NULL
                                  THEN jsonb_build_object('store_id', l.store_id, 'secret_id', l.secret_id) END,
            'additional_certificates', l.additional_certificates, 'domains', l.domains,
            'idle_timeout_seconds', l.idle_timeout_seconds, 'default_pool_id', l.default_pool_id,
            'rules', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                               'priority', r.priority, 'host', r.host, 'path', r.path, 'header', r.header,
                               'pool_id', r.pool_id, 'redirect', r.redirect) ORDER BY r.position), '[]')
                        FROM ${of("rule", "r")}
                         AND r.listener_id = l.listener_id)) ORDER BY l.listener_id), '[]')
     FROM ${of("listener", "l")}) AS listeners`;

const read = statement(
  "load_balancer_configuration",
  `SELECT ${CONFIGURATION_COLUMNS} FROM load_balancer b
    WHERE b.workspace_id = $workspace_id::bigint AND b.load_balancer_id = $load_balancer_id`,
);

/** Reads the configuration of a balancer, as of one moment; undefined when there is no such balancer. */
export async function readConfiguration(
  sql: Sql,
  workspaceId: bigint,
  loadBalancerId: string,
): Promise<StoredConfiguration | undefined> {
  const row = await sql.maybe(read, { workspace_id: workspaceId, load_balancer_id: loadBalancerId });
  return row && toConfiguration(row);
}

/** Parses the configuration in a row with `CONFIGURATION_COLUMNS`. */
export function toConfiguration({ pools, listeners }: RowOf<typeof read>): StoredConfiguration {
  return StoredConfiguration.parse({ pools, listeners });
}

interface Part {
  readonly table: string;
  readonly key: readonly string[];
  /** The other columns, with their types. */
  readonly columns: Readonly<Record<string, string>>;
  /** Values, as SQL, of columns that records of earlier releases at a site do not have. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Which rows `x` stay, although they are not in the configuration, as SQL. */
  readonly kept?: string;
}

const PARTS: readonly Part[] = [
  {
    table: "pool",
    key: ["pool_id"],
    columns: {
      name: "text",
      protocol: "text",
      algorithm: "text",
      sticky_sessions: "text",
      proxy_protocol: "text",
      health_check: "jsonb",
      target_tag: "text",
      target_port: "int",
    },
    defaults: { proxy_protocol: "'none'" },
  },
  {
    table: "target",
    key: ["target_id"],
    columns: {
      pool_id: "text",
      vm_id: "text",
      ip: "text",
      port: "int",
      weight: "int",
      enabled: "boolean",
      by_tag: "boolean",
    },
    defaults: { by_tag: "false" },
    // Triggers write targets by tag. One gives way where its VM is listed at the port.
    kept: `x.by_tag AND NOT EXISTS (SELECT FROM wanted_target w WHERE w.pool_id = x.pool_id AND w.vm_id = x.vm_id
       AND w.port = x.port)`,
  },
  {
    table: "listener",
    key: ["listener_id"],
    columns: {
      name: "text",
      protocol: "text",
      port: "int",
      store_id: "text",
      secret_id: "text",
      default_pool_id: "text",
      idle_timeout_seconds: "int",
      additional_certificates: "jsonb",
      domains: "text[]",
    },
    defaults: { additional_certificates: "'[]'", domains: "'{}'" },
  },
  {
    table: "rule",
    key: ["listener_id", "position"],
    columns: { priority: "int", host: "text", path: "jsonb", header: "jsonb", pool_id: "text", redirect: "jsonb" },
  },
];
const KEY_TYPES: Readonly<Record<string, string>> = { position: "int" };

/**
 * Expressions that delete removed rows, insert new ones and update changed ones. Equal rows are not touched. The wanted
 * rows are a parameter of the plural name: `$pools`.
 */
function expressionsOf({ table, key, columns, defaults = {}, kept }: Part): string[] {
  const names = Object.keys(columns);
  const typed = [
    ...key.map((name) => `${name} ${KEY_TYPES[name] ?? "text"}`),
    ...Object.entries(columns).map(([name, type]) => `${name} ${type}`),
  ];
  const same = key.map((name) => `wanted.${name} = x.${name}`).join(" AND ");
  const values = [...key, ...names.map((name) => (name in defaults ? `coalesce(${name}, ${defaults[name]})` : name))];
  const list = (prefix: string) => names.map((name) => `${prefix}.${name}`).join(", ");
  return [
    `wanted_${table} AS (SELECT * FROM jsonb_to_recordset($${table}s::jsonb) AS w (${typed.join(", ")}))`,
    `removed_${table} AS (
       DELETE FROM load_balancer_${table} x
        WHERE x.workspace_id = $workspace_id::bigint AND x.load_balancer_id = $load_balancer_id
          AND NOT EXISTS (SELECT FROM wanted_${table} wanted
                           WHERE ${same})${kept === undefined ? "" : ` AND NOT (${kept})`})`,
    `put_${table} AS (
       INSERT INTO load_balancer_${table} AS x (workspace_id, load_balancer_id, ${[...key, ...names].join(", ")})
       SELECT $workspace_id::bigint, $load_balancer_id, ${values.join(", ")} FROM wanted_${table}
           ON CONFLICT (workspace_id, load_balancer_id,
                        ${key.join(", ")}) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(", ")}
        WHERE (${list("x")}) IS DISTINCT FROM (${list("excluded")}))`,
  ];
}

const save = statement("load_balancer_save", `WITH ${PARTS.flatMap(expressionsOf).join(",\n")} SELECT`);

/** Writes a balancer's whole configuration in one statement. Foreign keys and unique names are checked at its end. */
export async function saveConfiguration(
  sql: Sql,
  workspaceId: bigint,
  loadBalancerId: string,
  { pools, listeners }: StoredConfiguration,
): Promise<void> {
  const targets = pools.flatMap(({ pool_id, targets: own }) =>
    own.filter(({ by_tag }) => !by_tag).map((target) => ({ pool_id, ...target })),
  );
  const rules = listeners.flatMap(({ listener_id, rules: own }) =>
    own.map((rule, position) => ({ listener_id, position, ...rule })),
  );
  const rows = {
    pools,
    targets,
    listeners: listeners.map(({ certificate, ...listener }) => ({ ...listener, ...certificate })),
    rules,
  };
  await saveConfigurationRows(sql, workspaceId, loadBalancerId, rows);
}

/** Writes a configuration given as rows of its tables, keyed by column name. */
export async function saveConfigurationRows(
  sql: Sql,
  workspaceId: bigint,
  loadBalancerId: string,
  {
    pools,
    targets,
    listeners,
    rules,
  }: Readonly<Record<"pools" | "targets" | "listeners" | "rules", readonly object[]>>,
): Promise<void> {
  await sql.query(save, {
    workspace_id: workspaceId,
    load_balancer_id: loadBalancerId,
    pools: JSON.stringify(pools),
    targets: JSON.stringify(targets),
    listeners: JSON.stringify(listeners),
    rules: JSON.stringify(rules),
  });
}
