/**
 * SQL that sums usage to the lines of invoices, with the names of now. The hours of a quantity are summed exactly and
 * rounded once; amounts are those of the usage records. Transfer has no hours: each record is of its megabytes.
 * @param span a CTE with `organization_id`, `since` and `until`
 */
export function invoiceLines(span: string): string {
  return `SELECT w.organization_id, w.workspace_id, w.name AS workspace_name, u.sku_code,
                 coalesce(s.name, u.sku_code) AS name,
            coalesce(s.unit, 'unit') || CASE WHEN u.charge_id < 0 THEN '' ELSE ' hour' END AS unit,
            round(sum(u.quantity * u.seconds) / 3600, 8) AS quantity, u.unit_price, sum(u.amount) AS amount,
            row_number() OVER (PARTITION BY w.organization_id ORDER BY w.workspace_id, u.sku_code COLLATE "C",
                               u.unit_price)::int AS position
       FROM ${span} JOIN workspace w ON w.organization_id = ${span}.organization_id
       JOIN usage_record u ON u.workspace_id = w.workspace_id AND u.hour >= ${span}.since AND u.hour < ${span}.until
       LEFT JOIN sku s ON s.sku_code = u.sku_code
      GROUP BY w.organization_id, w.workspace_id, w.name, u.sku_code, s.name, s.unit, u.charge_id < 0, u.unit_price`;
}
