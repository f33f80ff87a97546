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
 * Makes a table for the samples that tests write of the last days: there are tables for this hour and the next ones.
 */
export async function makeMetricDays({ database }: Api): Promise<void> {
  await database.pool.query("SELECT keep_metric_days(30)");
  // The database may be a clone of a template from an earlier hour, which has tables since then.
  await database.pool.query(`DO $$ DECLARE metric text; first text; BEGIN
    FOREACH metric IN ARRAY ARRAY['vm_metric', 'volume_metric'] LOOP
      SELECT min(right(relname, 10)) INTO first FROM pg_class
       WHERE relnamespace = 'metric_part'::regnamespace AND relkind = 'r' AND relname ~ ('^' || metric || '_\\d{10}$');
      EXECUTE format('CREATE TABLE metric_part.%s_past PARTITION OF %1$s FOR VALUES FROM (%L) TO (%L)', metric,
                     now() - interval '4 days', to_timestamp(first || '+00', 'YYYYMMDDHH24TZH'));
    END LOOP; END $$`);
}
