import type { Database } from "@fulmar/prisma";
import type { RecordedStatement } from "@fulmar/testkit";

/** A step of an executed plan in PostgreSQL's EXPLAIN output. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * How often a statement runs before its plan is read: after five executions, PostgreSQL may switch to a generic plan. The
 * test server begins with one.
 */
const WARM = 7;

/**
 * The steps of a prepared statement's plan once its connection has run it several times.
 * @param mode `auto` gives the plan that an installation would take; `force_generic_plan`, the one for all values, which it
 *   may take on another day: what tables had been filled and analyzed decides
 */
export async function planOf(
  { pool }: Database,
  { text, values }: RecordedStatement,
  mode: "auto" | "force_generic_plan" = "auto",
): Promise<PlanNode[]> {
  const client = await pool.connect();
  try {
    await client.query(`SET plan_cache_mode = ${mode}`);
    const name = `explained_${Math.random().toString(36).slice(2)}`;
    for (let run = 0; run < (mode === "auto" ? WARM : 1); run++)
      await client.query({ name, text, values: [...values] });
    const literals = values.map((value) => literal(value, (item) => client.escapeLiteral(item)));
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name}${literals.length > 0 ? `(${literals.join(", ")})` : ""}`,
    );
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    if (plan === undefined) throw new Error("the server gave no plan");
    return flatten(plan);
  } finally {
    await client.query("RESET plan_cache_mode");
    client.release();
  }
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function literal(value: unknown, quote: (text: string) => string): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return `ARRAY[${value.map((item) => literal(item, quote)).join(", ")}]`;
  if (value instanceof Date) return quote(value.toISOString());
  if (value instanceof Uint8Array) return quote(`\\x${Buffer.from(value).toString("hex")}`);
  return quote(typeof value === "object" ? JSON.stringify(value) : String(value));
}
