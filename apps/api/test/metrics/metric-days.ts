import type { Api } from "../api-fixture.ts";

const MINUTE_MS = 60_000;
/** A whole minute two hours ago, whose day is still kept. */
const START = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 120 * MINUTE_MS;

/** The time of the nth minute of a test's samples. */
export const minute = (nth: number) => new Date(START + nth * MINUTE_MS).toISOString();

/** When the sample of a minute was read. */
export const readAt = (nth: number) => new Date(START + nth * MINUTE_MS + 5_000);

/** The range of a query, from a minute to another. */
export const range = (from: number, to: number, step?: number) => ({
  from: minute(from),
  to: minute(to),
  ...(step !== undefined && { step: String(step) }),
});

/**
 * Makes the tables of the days that tests write samples of. One that runs shortly after midnight also reads yesterday,
 * and some read the days before. The database may be a clone of a template from an earlier day, with partitions for
 * some of these days but not for today.
 */
export async function makeMetricDays({ database }: Api): Promise<void> {
  await database.pool.query("SELECT keep_metric_days(30)");
  await database.pool.query(`DO $$ DECLARE metric text; d date; BEGIN
    FOR metric, d IN SELECT m, (now() AT TIME ZONE 'UTC')::date - n FROM unnest(ARRAY['vm_metric', 'volume_metric']) AS m, generate_series(1, 3) AS s (n) LOOP
      CONTINUE WHEN to_regclass(format('%s_day.day_%s', metric, to_char(d, 'YYYYMMDD'))) IS NOT NULL;
      EXECUTE format('CREATE TABLE %s_day.day_%s PARTITION OF %1$s FOR VALUES FROM (%3$L) TO (%4$L)',
                     metric, to_char(d, 'YYYYMMDD'), d::timestamp AT TIME ZONE 'UTC', (d + 1)::timestamp AT TIME ZONE 'UTC');
    END LOOP; END $$`);
}
