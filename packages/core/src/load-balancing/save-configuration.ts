import { type Sql, statement } from "@fulmar/prisma";
import type { StoredConfiguration } from "./stored-configuration.ts";

interface Part {
  readonly table: string;
  readonly key: readonly string[];
  /** The other columns, with their types. */
  readonly columns: Readonly<Record<string, string>>;
}

// In the order of the statement's parameters, from the third on.
const PARTS: readonly Part[] = [
  {
    table: "pool",
    key: ["pool_id"],
    columns: { name: "text", protocol: "text", algorithm: "text", sticky_sessions: "text", health_check: "jsonb" },
  },
  {
    table: "target",
    key: ["target_id"],
    columns: { pool_id: "text", vm_id: "text", ip: "text", port: "int", weight: "int", enabled: "boolean" },
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
    },
  },
  {
    table: "rule",
    key: ["listener_id", "position"],
    columns: { priority: "int", host: "text", path: "jsonb", header: "jsonb", pool_id: "text", redirect: "jsonb" },
  },
];
const KEY_TYPES: Readonly<Record<string, string>> = { position: "int" };

/**
 * What is no longer there goes, what is new comes, and what is different is changed; a row that is as it was is not
 * touched.
 */
function expressionsOf({ table, key, columns }: Part, index: number): string[] {
  const names = Object.keys(columns);
  const typed = [
    ...key.map((name) => `${name} ${KEY_TYPES[name] ?? "text"}`),
    ...Object.entries(columns).map(([name, type]) => `${name} ${type}`),
  ];
  const same = key.map((name) => `wanted.${name} = x.${name}`).join(" AND ");
  const list = (prefix: string) => names.map((name) => `${prefix}.${name}`).join(", ");
  return [
    `wanted_${table} AS (SELECT * FROM jsonb_to_recordset($${index + 3}::jsonb) AS w (${typed.join(", ")}))`,
    `removed_${table} AS (
       DELETE FROM load_balancer_${table} x WHERE x.workspace_id = $1::bigint AND x.load_balancer_id = $2
          AND NOT EXISTS (SELECT FROM wanted_${table} wanted WHERE ${same}))`,
    `put_${table} AS (
       INSERT INTO load_balancer_${table} AS x (workspace_id, load_balancer_id, ${[...key, ...names].join(", ")})
       SELECT $1::bigint, $2, ${[...key, ...names].join(", ")} FROM wanted_${table}
           ON CONFLICT (workspace_id, load_balancer_id, ${key.join(", ")}) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(", ")}
        WHERE (${list("x")}) IS DISTINCT FROM (${list("excluded")}))`,
  ];
}

const save = statement("load_balancer_save", `WITH ${PARTS.flatMap(expressionsOf).join(",\n")} SELECT`);

/**
 * Makes a balancer's configuration what it shall be, in one statement: references and unique names are looked at when
 * all of it is done.
 */
export async function saveConfiguration(
  sql: Sql,
  workspaceId: bigint,
  loadBalancerId: string,
  { pools, listeners }: StoredConfiguration,
): Promise<void> {
  const targets = pools.flatMap(({ pool_id, targets: own }) => own.map((target) => ({ pool_id, ...target })));
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

/** The same from the rows of its tables, by the names of their columns. */
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
  await sql.queryAs(save, [
    workspaceId,
    loadBalancerId,
    ...[pools, targets, listeners, rules].map((part) => JSON.stringify(part)),
  ]);
}
