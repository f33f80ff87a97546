import { type Database, type Sql, statement } from "@fulmar/prisma";
import { tellOfSuspension } from "../mail/index.ts";
import { auditEvent, bySystem } from "../request/audit-event.ts";
import { newId } from "../request/identifiers.ts";
import { CURRENCY } from "./currency.ts";

/** The organizations that are metered in one transaction, one hour each. */
const BATCH = 20;
/** An hour of a million VMs takes half a minute on a busy server. Only the meters of the batch are locked meanwhile. */
const LIMIT_MS = 600_000;

// An hour can be metered once no transaction can still write charges into it. Charges carry the time of their writing,
// so every transaction that began within the hour must have ended. The extra minute allows for one that has begun but
// is not yet visible in pg_stat_activity.
const lastWholeHour = statement(
  "meter_last_hour",
  `SELECT date_trunc('hour', least(coalesce($now::timestamptz, now()), min(t.begun)) - interval '1 minute',
                     'UTC') AS hour
     FROM transactions_in_progress() t WHERE t.pid <> pg_backend_pid()`,
);

// The organizations furthest behind come first. Those that another worker is metering are skipped.
const claim = statement(
  "meter_claim",
  `SELECT organization_id FROM meter WHERE metered_until < $until ORDER BY metered_until, organization_id LIMIT $limit
    FOR UPDATE SKIP LOCKED`,
);

const ensureWallets = statement(
  "meter_wallets",
  `INSERT INTO wallet (organization_id, currency) SELECT unnest($organization_ids::text[]), ${CURRENCY}
       ON CONFLICT (organization_id) DO NOTHING`,
);

/** The largest quantity of a usage record, and more than there are ids of transfer. */
const MOST_OF_A_RECORD = "2147483647";
const TRANSFERS = "1125899906842624";

/**
 * SQL of what the product of a resource has cost since the beginning of a month. Its last record says it if there was a
 * cap; records before the cap are summed up once.
 * @param of an alias with workspace_id, resource_type, resource_id and sku_code
 */
export function spentOn(of: string, month: string, until: string): string {
  const records = `FROM usage_record u
                WHERE u.workspace_id = ${of}.workspace_id AND u.resource_id = ${of}.resource_id AND u.hour >= ${month}
                  AND u.hour < ${until} AND u.resource_type = ${of}.resource_type AND u.sku_code = ${of}.sku_code`;
  return `coalesce((SELECT u.capped_total ${records}
                ORDER BY u.hour DESC, u.capped_total DESC NULLS LAST LIMIT 1),
              (SELECT sum(u.amount) ${records}), 0)`;
}

// One statement writes usage records and ledger entries and moves the meter. Amounts round half up at the eighth digit,
// and the quotient has 20 digits to avoid rounding twice. Open and ended charges are read separately, each along an
// index, so that old charges are not read again every hour. A charge whose SKU no longer exists costs nothing. Transfer
// counts as an hour of its megabytes (2^20 bytes, begun ones whole), under ids that no charge has: a record holds 2^31
// - 1 of them, so that more have several. Each product has one price in an hour of an organization: that of the hour,
// whenever it is metered (docs/adr/0113). What is free goes to the oldest charges first; what is left stops at the cap,
// which counts what the month has cost so far.
const record = statement(
  "meter_record",
  `WITH span AS (
     SELECT w.workspace_id, m.organization_id, m.metered_until AS hour, m.metered_until + interval '1 hour' AS hour_end,
            date_trunc('month', m.metered_until, 'UTC') AS month
       FROM meter m JOIN workspace w USING (organization_id) WHERE m.organization_id = ANY ($organization_ids)
   ), price AS MATERIALIZED (
     SELECT m.organization_id, s.sku_code, p.hourly_price, p.monthly_cap, p.free_quantity, p.since
       FROM meter m CROSS JOIN sku s CROSS JOIN LATERAL price_of(m.organization_id, s.sku_code, m.metered_until) AS p
      WHERE m.organization_id = ANY ($organization_ids)
   ), part AS (
     SELECT span.*, c.charge_id, c.resource_type, c.resource_id, c.sku_code, time.seconds, c.quantity, false AS moved
       FROM span
      CROSS JOIN LATERAL (
         SELECT * FROM charge open
          WHERE open.workspace_id = span.workspace_id AND open.charged_until IS NULL
            AND open.charged_from < span.hour_end
         UNION ALL
         SELECT * FROM charge ended
          WHERE ended.workspace_id = span.workspace_id AND ended.charged_until > span.hour
            AND ended.charged_from < span.hour_end) AS c
      CROSS JOIN LATERAL (SELECT extract(
        epoch FROM least(c.charged_until, span.hour_end) - greatest(c.charged_from, span.hour)) AS seconds) AS time
      WHERE time.seconds > 0
      UNION ALL
     SELECT span.*, -t.transfer_id - piece.number * ${TRANSFERS}, t.resource_type, t.resource_id, t.sku_code, 3600,
            piece.megabytes, true
       FROM span JOIN transfer t ON t.workspace_id = span.workspace_id AND t.hour = span.hour
      CROSS JOIN LATERAL (SELECT ceil(t.bytes / 1048576.0)::bigint AS megabytes) AS whole
      CROSS JOIN LATERAL (
         SELECT number, least(whole.megabytes - number * ${MOST_OF_A_RECORD}, ${MOST_OF_A_RECORD})::int AS megabytes
           FROM generate_series(0, (whole.megabytes - 1) / ${MOST_OF_A_RECORD}) AS number) AS piece
   ), due AS MATERIALIZED (
     SELECT part.*, coalesce(p.hourly_price, 0) AS unit, p.monthly_cap, p.free_quantity * 3600 AS free_seconds,
            CASE WHEN p.since > 'epoch' THEN p.since END AS since, part.quantity * part.seconds AS unit_seconds
       FROM part LEFT JOIN price p ON p.organization_id = part.organization_id AND p.sku_code = part.sku_code
   ), free AS (
     SELECT d.charge_id, greatest(0, least(d.unit_seconds, d.free_seconds - coalesce(t.units, 0) * 3600
              - (sum(d.unit_seconds) OVER (PARTITION BY d.organization_id, d.sku_code, d.moved ORDER BY abs(d.charge_id))
                  - d.unit_seconds))) AS unit_seconds
       FROM due d
       LEFT JOIN transfer_month t ON d.moved AND t.organization_id = d.organization_id AND t.sku_code = d.sku_code
        AND t.month = (d.month AT TIME ZONE 'UTC')::date
      WHERE d.free_seconds > 0
   ), net AS MATERIALIZED (
     SELECT d.*, coalesce(f.unit_seconds, 0) AS free,
            round(d.unit * d.unit_seconds / 3600::numeric(24, 20), 8) AS gross,
            round(d.unit * (d.unit_seconds - coalesce(f.unit_seconds, 0)) / 3600::numeric(24, 20), 8) AS amount
       FROM due d LEFT JOIN free f USING (charge_id)
   ), running AS (
     SELECT n.charge_id, n.amount, before.total AS before,
            sum(n.amount) OVER (PARTITION BY n.workspace_id, n.resource_type, n.resource_id, n.sku_code
                                ORDER BY n.charge_id) AS added,
            n.monthly_cap * max(n.quantity) OVER (PARTITION BY n.workspace_id, n.resource_type, n.resource_id,
                                                  n.sku_code) AS cap
       FROM net n
      CROSS JOIN LATERAL (
         SELECT ${spentOn("n", "n.month", "n.hour")} AS total) AS before
      WHERE n.monthly_cap IS NOT NULL AND NOT n.moved
   ), capped AS (
     SELECT charge_id, greatest(before, least(before + added, cap)) AS total,
            greatest(before, least(before + added, cap)) - greatest(before, least(before + added - amount, cap)) AS amount
       FROM running
   ), used AS (
     INSERT INTO usage_record (workspace_id, hour, charge_id, resource_type, resource_id, sku_code, seconds, quantity,
                               unit_price, price_since, free_unit_seconds, free_amount, capped_amount, capped_total,
                               amount)
     SELECT n.workspace_id, n.hour, n.charge_id, n.resource_type, n.resource_id, n.sku_code, n.seconds, n.quantity,
            n.unit, n.since, n.free, n.gross - n.amount, n.amount - coalesce(c.amount, n.amount), c.total,
            coalesce(c.amount, n.amount)
       FROM net n LEFT JOIN capped c USING (charge_id)
     RETURNING workspace_id, hour, amount
   ), counted AS (
     INSERT INTO transfer_month AS t (organization_id, sku_code, month, units)
     SELECT organization_id, sku_code, (month AT TIME ZONE 'UTC')::date, sum(quantity)
       FROM due WHERE moved GROUP BY organization_id, sku_code, month
         ON CONFLICT (organization_id, sku_code, month) DO UPDATE SET units = t.units + excluded.units
   ), moved AS (
     UPDATE meter SET metered_until = metered_until + interval '1 hour' WHERE organization_id = ANY ($organization_ids)
   )
   INSERT INTO ledger_entry (organization_id, workspace_id, kind, amount, reference)
   SELECT w.organization_id, u.workspace_id, 'usage', -sum(u.amount),
          to_char(u.hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
     FROM used u JOIN workspace w USING (workspace_id)
    GROUP BY w.organization_id, u.workspace_id, u.hour HAVING sum(u.amount) > 0
    ORDER BY w.organization_id, u.workspace_id`,
);

// An existing suspension, including an operator's, stays as it is.
const suspend = statement(
  "meter_suspend",
  `WITH suspended AS (
     UPDATE wallet w SET suspended_at = now(), suspended_by = 'metering',
            suspended_reason = 'What was used exceeds the balance and the credit limit.'
       FROM unnest($organization_ids::text[], $audit_event_ids::text[]) AS metered (organization_id, event_id)
      WHERE w.organization_id = metered.organization_id AND w.suspended_at IS NULL AND w.balance + w.credit_limit < 0
     RETURNING w.organization_id, w.suspended_reason, metered.event_id
   ), told AS (
     ${tellOfSuspension("suspended")}
   )
   ${auditEvent({
     rows: "suspended",
     ...bySystem("'metering'", "event_id"),
     action: "'wallet.suspend'",
     organization_id: "organization_id",
     resource_id: "organization_id",
   })}`,
);

export interface MeteringOptions {
  /** Replaces the database's clock. */
  readonly now?: Date;
  readonly signal?: AbortSignal;
}

/**
 * Turns whole past hours (UTC) into usage records, charges the wallets, and suspends the organizations whose funds are
 * exhausted. Each hour of an organization is committed together with the new position of its meter, so a crash can
 * neither skip an hour nor charge it twice. After a time without a worker, metering catches up hour by hour.
 */
export async function meterUsage(
  database: Pick<Database, "sql" | "transaction">,
  { now, signal }: MeteringOptions = {},
): Promise<void> {
  const last = await database.sql.one(lastWholeHour, { now });
  const meterNext = () => database.transaction(({ sql }) => meterBatch(sql, last.hour), { limitMs: LIMIT_MS });
  while (!signal?.aborted && (await meterNext()) > 0);
}

/** Meters the next hour of some organizations. @returns how many were metered */
async function meterBatch(sql: Sql, until: Date): Promise<number> {
  const claimed = await sql.query(claim, { until, limit: BATCH });
  const organizations = claimed.map((row) => row.organization_id);
  if (organizations.length === 0) return 0;
  await sql.query(ensureWallets, { organization_ids: organizations });
  await sql.query(record, { organization_ids: organizations });
  await sql.query(suspend, { organization_ids: organizations, audit_event_ids: organizations.map(() => newId("aud")) });
  return organizations.length;
}
