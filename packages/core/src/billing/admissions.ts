import { Admission } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";

/** The table stores these as text; the contract has enums. */
const { reason, actor_type } = Admission.shape;
const shown = wireForm(Admission);

/** A statement for each filter, so that each uses its own index. */
function listWhere<const Name extends string>(name: Name, condition: string) {
  return statement(
    name,
    `SELECT admission_id, action, sku_code, quantity, allowed, reason, trim_scale(hourly_price)::text AS hourly_price,
            currency,
            actor_type, actor_id, actor_name, resource_id, request_id, at
       FROM admission
      WHERE workspace_id = $workspace_id::bigint ${condition} AND admission_id < $after
      ORDER BY admission_id DESC LIMIT $limit`,
  );
}
const all = listWhere("admission_list", "");
const some = listWhere("admission_list_by_allowed", "AND allowed = $allowed::boolean");

export const listAdmissions: Handler<"admission.list"> = async ({ sql, workspace }, { limit, cursor, allowed }) => {
  const place = { workspace_id: workspace.id, after: olderThan(cursor, "adm"), limit: limit + 1 };
  const rows = await (allowed === undefined ? sql.query(all, place) : sql.query(some, { ...place, allowed }));
  return toPage(
    rows,
    limit,
    (row) => row.admission_id,
    (row) => shown({ ...row, reason: reason.parse(row.reason), actor_type: actor_type.parse(row.actor_type) }),
  );
};

/** The decision that creating one unit would get now. */
export const checkEligibility: Handler<"billing.resourceEligibility"> = async (context, { sku_code }) => {
  const { allowed, reason, hourlyPrice, currency } = await context.preflight({ skuCode: sku_code });
  return { allowed, sku_code, reason, hourly_price: hourlyPrice, currency, decided_at: toTimestamp(new Date()) };
};
