interface Metric {
  readonly table: "vm_metric" | "volume_metric";
  readonly id: "vm_id" | "volume_id";
  /** The columns that are counters. Others are read as they are. */
  readonly counters: readonly string[];
}

const METRICS = {
  vm: { table: "vm_metric", id: "vm_id", counters: ["read_bytes", "write_bytes", "rx_bytes", "tx_bytes"] },
  volume: {
    ...{ table: "volume_metric", id: "volume_id" },
    counters: ["read_bytes", "write_bytes", "read_operations", "write_operations"],
  },
} as const satisfies Readonly<Record<string, Metric>>;

/** SQL casts of columns whose type in the table of hours differs from that of minutes. */
const CASTS: Readonly<Record<string, string>> = { gpus: "::smallint[]" };

/**
 * SQL: the samples of a VM or a volume from a moment until another as rows with `minute`, `read_at` and the columns.
 * The last ones are rows of minutes, the others are unpacked from rows of hours.
 * @param of SQL of workspace and id
 */
export function samplesOf(
  kind: keyof typeof METRICS,
  columns: readonly string[],
  of: { readonly workspace: string; readonly id: string; readonly from: string; readonly to: string },
): string {
  const { table, id, counters }: Metric = METRICS[kind];
  const resource = (row: string) => `${row}.workspace_id = ${of.workspace} AND ${row}.${id} = ${of.id}`;
  const isCounter = (column: string) => counters.includes(column);
  const arrays = columns.flatMap((column) => (isCounter(column) ? [`${column}_steps`, `${column}_values`] : [column]));
  const unpacked = columns.map((column) =>
    isCounter(column)
      ? `coalesce(u.${column}_values, h.${column}_first + sum(u.${column}_steps) OVER (ORDER BY u.nth))::bigint`
      : `u.${column}${CASTS[column] ?? ""}`,
  );
  return `(
       SELECT m.minute, m.read_at, ${columns.map((column) => `m.${column}`).join(", ")}
         FROM ${table} m WHERE ${resource("m")} AND m.minute >= ${of.from} AND m.minute < ${of.to}
        UNION ALL
       SELECT p.minute, p.read_at, ${columns.map((column) => `p.${column}`).join(", ")}
         FROM ${table}_hour h CROSS JOIN LATERAL (
              SELECT h.hour + make_interval(mins => u.read_ms / 60001) AS minute,
                     h.hour + make_interval(mins => u.read_ms / 60001, secs => (u.read_ms % 60001) / 1000.0) AS read_at,
                     ${unpacked.map((value, nth) => `${value} AS ${columns[nth]}`).join(", ")}
                FROM unnest(h.read_ms, ${arrays.map((array) => `h.${array}`).join(", ")}) WITH ORDINALITY
                  AS u (read_ms, ${arrays.join(", ")}, nth)) AS p
        WHERE ${resource("h")} AND h.hour > ${of.from} - interval '1 hour' AND h.hour < ${of.to}
          AND p.minute >= ${of.from} AND p.minute < ${of.to}
     )`;
}

/**
 * SQL: after a longer gap, the resource was off or not measured, so a counter's increase cannot be assigned to a
 * minute.
 */
export const LONGEST_GAP = "interval '5 minutes'";

/** SQL: the increase of a counter since the last sample. A counter that is lower than before has restarted at 0. */
export function increaseOf(counter: string): string {
  return `CASE WHEN s.${counter} >= s.last_${counter} THEN s.${counter} - s.last_${counter} ELSE s.${counter} END`;
}

/** SQL: whether the increase since the last sample is known. */
export function isCounted(counters: readonly string[]): string {
  const known = counters.map((counter) => ` AND s.${counter} IS NOT NULL AND s.last_${counter} IS NOT NULL`).join("");
  return `s.seconds > 0 AND s.seconds <= extract(epoch FROM ${LONGEST_GAP})${known}`;
}

/** SQL: columns with the last values of counters, for a window `previous`. */
export function lastValues(counters: readonly string[]): string {
  return counters.map((counter) => `, lag(m.${counter}) OVER previous AS last_${counter}`).join("");
}
