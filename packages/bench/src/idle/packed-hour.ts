import type pg from "pg";

/** The size of an hour of minutes before and after it is packed, and the time that packing takes. */
export interface PackedHour {
  readonly minutesMegabytes: number;
  readonly packedMegabytes: number;
  readonly seconds: number;
}

/**
 * Writes the minutes of an hour that is over, in the order in which a worker writes them, and packs them. No worker may
 * run meanwhile.
 */
export async function packHour(pool: pg.Pool): Promise<PackedHour> {
  const { rows } = await pool.query<{ part: string; start: string }>(
    `SELECT to_char(hour AT TIME ZONE 'UTC', '"metric_part.vm_metric_"YYYYMMDDHH24') AS part, hour::text AS start
       FROM (SELECT date_trunc('hour', now(), 'UTC') - interval '2 hours' AS hour) AS h`,
  );
  const [hour] = rows;
  if (hour === undefined) throw new Error("there is no hour before this one");
  await pool.query(
    `CREATE TABLE ${hour.part} PARTITION OF vm_metric FOR VALUES
     FROM ('${hour.start}') TO ('${hour.start}'::timestamptz + interval '1 hour')`,
  );
  await pool.query(
    `INSERT INTO vm_metric (workspace_id, vm_id, minute, read_at, cpu_percent, memory_percent, read_bytes, write_bytes,
                            rx_bytes, tx_bytes)
     SELECT v.workspace_id, v.vm_id, m.minute, m.minute + make_interval(secs => 5 + random()), 100 * random(),
            100 * random(),
            n * 60 * 18000::bigint, n * 60 * 48000::bigint, n * 60 * 24000::bigint, n * 60 * 9000::bigint
       FROM generate_series(0, 59) AS n, LATERAL (SELECT $1::timestamptz + make_interval(mins => n) AS minute) AS m,
            (SELECT * FROM vm ORDER BY vm_id) AS v
      ORDER BY n, v.vm_id`,
    [hour.start],
  );
  const size = async (condition: string) =>
    Number(
      (
        await pool.query<{ bytes: string }>(
          `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bytes FROM pg_class c
            WHERE c.relkind = 'r' AND c.relnamespace = 'metric_part'::regnamespace AND ${condition}`,
        )
      ).rows[0]?.bytes,
    ) / 1e6;
  const minutesMegabytes = await size(`c.oid = '${hour.part}'::regclass`);
  const began = performance.now();
  await pool.query("SELECT pack_metrics(10)");
  return {
    minutesMegabytes,
    packedMegabytes: await size("c.relname LIKE 'vm\\_metric\\_hour\\_%'"),
    seconds: (performance.now() - began) / 1_000,
  };
}
