import type { Entry } from "../door/door.ts";
import { newId } from "../identifiers.ts";
import type { Decided } from "./admission.ts";

/**
 * The SQL that stores billing's decisions in the request's final statement, so that they cost no round trip.
 * Its values are `workspace_id`, `admissions`, which `admissionRows` gives, and `bound_hours`, if it binds.
 * @param binds whether allowed purchases become binding: then the wallet must carry them for `bound_hours`
 */
export function admissionsSql({ binds }: { readonly binds: boolean }): string {
  const bound = binds ? "bind_purchases($workspace_id::bigint, $admissions::jsonb, $bound_hours::int) AS bound, " : "";
  return `INSERT INTO admission (admission_id, workspace_id, action, sku_code, quantity, allowed, reason, hourly_price,
                                 currency,
                          actor_type, actor_id, actor_name, resource_id, request_id)
   SELECT a.admission_id, $workspace_id::bigint, a.action, a.sku_code, a.quantity, a.allowed, a.reason, a.hourly_price,
          a.currency,
          a.actor_type, a.actor_id, a.actor_name, a.resource_id, a.request_id
     FROM ${bound}jsonb_populate_recordset(NULL::admission, $admissions::jsonb) AS a`;
}

/** The rows of a request's decisions, as JSON. */
export function admissionRows(
  request: {
    readonly entry: Entry;
    readonly operation: string;
    readonly resourceId: string | null;
    readonly requestId: string;
  },
  decided: readonly Decided[],
): string {
  const { caller } = request.entry;
  const who = { actor_type: caller.type, actor_id: caller.id, actor_name: caller.name, request_id: request.requestId };
  const rows = decided.map(({ purchase, decision }) => ({
    ...who,
    admission_id: newId("adm"),
    action: request.operation,
    sku_code: purchase.skuCode,
    quantity: purchase.quantity ?? 1,
    // For `bind_purchases`; the table has no such column.
    adds: purchase.adds,
    allowed: decision.allowed,
    reason: decision.reason,
    hourly_price: decision.hourlyPrice,
    currency: decision.currency,
    resource_id: request.resourceId,
  }));
  return JSON.stringify(rows);
}
