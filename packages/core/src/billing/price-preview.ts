import { type Database, type Sql, statement } from "@fulmar/prisma";

/** What a change of prices does to a month's bill. */
export interface PricePreview {
  /** The organizations whose bill changes most, the largest difference first. */
  readonly organizations: readonly {
    readonly organization_id: string;
    readonly organization_name: string;
    readonly before: string;
    readonly after: string;
    readonly difference: string;
  }[];
  /** How many bills change, and the sums over all organizations. */
  readonly changed: number;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

// The bills of a calendar month (UTC) with what is charged now until its end, and with the transfer so far: by the prices
// before the change, and by those after it. Free amounts are shared by all resources of a product; a cap is each
// resource's own.
const compare = statement(
  "price_preview",
  `WITH span AS (
     SELECT date_trunc('month', now(), 'UTC') AS since,
            date_trunc('month', now(), 'UTC') + interval '1 month' AS until
   ), resource AS MATERIALIZED (
     SELECT w.organization_id, c.sku_code, false AS transfer, max(c.quantity) AS most,
            sum(c.quantity * extract(epoch FROM least(c.charged_until, span.until) - greatest(c.charged_from, span.since)))
              / 3600 AS units
       FROM span CROSS JOIN workspace w
      CROSS JOIN LATERAL (
         SELECT * FROM charge open
          WHERE open.workspace_id = w.workspace_id AND open.charged_until IS NULL AND open.charged_from < span.until
         UNION ALL
         SELECT * FROM charge ended
          WHERE ended.workspace_id = w.workspace_id AND ended.charged_until > span.since) AS c
      GROUP BY w.organization_id, c.sku_code, c.workspace_id, c.resource_type, c.resource_id
      UNION ALL
     SELECT t.organization_id, t.sku_code, true, 0, t.units
       FROM span JOIN transfer_month t ON t.month = (span.since AT TIME ZONE 'UTC')::date
   ), product AS MATERIALIZED (
     SELECT organization_id, sku_code, transfer, sum(units) AS units FROM resource
      GROUP BY organization_id, sku_code, transfer
   ), priced AS MATERIALIZED (
     SELECT p.organization_id, p.sku_code, p.transfer, at.after, price.hourly_price, price.monthly_cap,
            1 - least(1, coalesce(price.free_quantity, 0)
                  * CASE WHEN p.transfer THEN 1 ELSE extract(epoch FROM span.until - span.since) / 3600 END
                  / nullif(p.units, 0)) AS share
       FROM span CROSS JOIN product p
      CROSS JOIN (VALUES (false, $begins::timestamptz - interval '1 hour'), (true, $begins::timestamptz))
              AS at (after, moment)
      CROSS JOIN LATERAL price_of(p.organization_id, p.sku_code, at.moment) AS price
   ), bill AS (
     SELECT r.organization_id,
            coalesce(sum(cost.amount) FILTER (WHERE NOT p.after), 0) AS before,
            coalesce(sum(cost.amount) FILTER (WHERE p.after), 0) AS after
       FROM resource r JOIN priced p USING (organization_id, sku_code, transfer)
      CROSS JOIN LATERAL (
         SELECT least(p.hourly_price * r.units * coalesce(p.share, 1),
                      CASE WHEN NOT r.transfer THEN p.monthly_cap * r.most END) AS amount) AS cost
      GROUP BY r.organization_id
   )
   SELECT b.organization_id, o.name AS organization_name, round(b.before, 8)::text AS before,
          round(b.after, 8)::text AS after, (round(b.after, 8) - round(b.before, 8))::text AS difference,
          (count(*) FILTER (WHERE b.after <> b.before) OVER ())::int AS changed,
          round(sum(b.before) OVER (), 8)::text AS before_all, round(sum(b.after) OVER (), 8)::text AS after_all,
          (round(sum(b.after) OVER (), 8) - round(sum(b.before) OVER (), 8))::text AS difference_all
     FROM bill b JOIN organization o USING (organization_id)
    ORDER BY abs(b.after - b.before) DESC, b.organization_id LIMIT $limit::int`,
);

/**
 * What a change would do to the bills of this month, had its prices held all month: the change is made, compared with the
 * hour before it, and taken back. It is an estimate: what is charged now counts until the end of the month.
 * @param change makes the change and returns the hour from which it holds, as `setPrice` does
 * @param limit the most organizations to name
 */
export function previewPrices(
  database: Pick<Database, "rehearse">,
  change: (database: { readonly sql: Sql }) => Promise<Date>,
  limit = 20,
): Promise<PricePreview> {
  return database.rehearse(async ({ sql }) => {
    const rows = await sql.query(compare, { begins: await change({ sql }), limit });
    const [first] = rows;
    return {
      organizations: rows
        .filter(({ before, after }) => before !== after)
        .map(({ organization_id, organization_name, before, after, difference }) => ({
          organization_id,
          organization_name,
          before,
          after,
          difference,
        })),
      changed: first?.changed ?? 0,
      before: first?.before_all ?? "0",
      after: first?.after_all ?? "0",
      difference: first?.difference_all ?? "0",
    };
  });
}
