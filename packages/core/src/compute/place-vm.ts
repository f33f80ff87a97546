// Chooses the host of a new VM (docs/adr/0132, docs/adr/0137, docs/adr/0152).
import type { SagaContext } from "@fulmar/engine";
import { type Database, statement } from "@fulmar/prisma";
import { ProviderError } from "@fulmar/providers";
import type { DomainError } from "../request/domain-error.ts";
import { dedicatedHostsFull, siteFull } from "../site/index.ts";
import { BEST_HOST, holdPlacement, MAY_TAKE, noPlaceLeft, placesUnknown, WITH_GROUP } from "./placement.ts";
import { heldBy, OF_OPERATION } from "./vm-state.ts";

const placed = statement(
  "vm_placed",
  `SELECT (SELECT h.name FROM site_host h WHERE h.host_id = v.host_id) AS host,
          EXISTS (SELECT FROM site_host h WHERE h.site_id = v.site_id) AS has_hosts,
          v.dedicated, v.placement_group_id, g.name, g.strategy, g.over, g.strict
     FROM (SELECT * FROM vm WHERE ${OF_OPERATION}) v LEFT JOIN placement_group g
       ON g.workspace_id = v.workspace_id AND g.placement_group_id = v.placement_group_id`,
);

// Choosing locks the row of the host, and a trigger counts the VM there in the same commit: who comes next sees it.
const placeBy = (locking: string) => `WITH chosen AS (
     SELECT h.host_id, h.name FROM vm v JOIN plan p ON p.plan_id = v.plan_id
       JOIN site_host h ON h.site_id = v.site_id
       ${WITH_GROUP}
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.operation_id = $operation_id
        AND v.host_id IS NULL AND ${MAY_TAKE}
      ORDER BY ${BEST_HOST} LIMIT 1 FOR UPDATE OF h${locking}
   )
   UPDATE vm SET host_id = chosen.host_id FROM chosen WHERE ${OF_OPERATION} RETURNING chosen.name AS host`;

const place = {
  /** Passes over hosts that others choose at the moment. */
  freely: statement("vm_place_freely", placeBy(" SKIP LOCKED")),
  /** Waits for them: they may be the only ones with room, or the best for a group. */
  patiently: statement("vm_place_patiently", placeBy("")),
};

/**
 * Reserves room on a host for the VM of an operation. One that was chosen before stays.
 * @returns the host's name at its site; null where the site does not list its hosts
 * @throws ProviderError `site_full`, `dedicated_hosts_full`, `placement_group_full` or `placement_group_unsupported`
 */
export async function placeVm(
  database: Pick<Database, "sql" | "transaction">,
  context: SagaContext,
): Promise<string | null> {
  const vm = heldBy(context);
  const { host, has_hosts, dedicated, placement_group_id, ...group } = await database.sql.one(placed, vm);
  const { name, strategy, over, strict } = group;
  const keeps = strict === true && name !== null && strategy !== null && over !== null && { name, strategy, over };
  if (host !== null) return host;
  if (has_hosts !== true) {
    if (dedicated) throw refused(dedicatedHostsFull());
    if (keeps) throw refused(placesUnknown(keeps));
    return null;
  }
  const chosen =
    placement_group_id === null
      ? ((await database.sql.maybe(place.freely, vm)) ?? (await database.sql.maybe(place.patiently, vm)))
      : await database.transaction(async ({ sql }) => {
          await holdPlacement(sql, { workspace_id: vm.workspace_id, placement_group_id });
          return sql.maybe(place.patiently, vm);
        });
  if (chosen === undefined) throw refused(keeps ? noPlaceLeft(keeps) : dedicated ? dedicatedHostsFull() : siteFull());
  return chosen.host;
}

function refused({ code, message }: DomainError): ProviderError {
  return new ProviderError(code, message, { retryable: false });
}
