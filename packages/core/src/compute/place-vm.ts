// Chooses the host of a new VM (docs/adr/0132).
import type { SagaContext } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import { ProviderError } from "@fulmar/providers";
import { freestFirst, siteFull, takesVm } from "../site/index.ts";
import { heldBy, OF_OPERATION } from "./vm-state.ts";

const placed = statement(
  "vm_placed",
  `SELECT (SELECT h.name FROM site_host h WHERE h.host_id = vm.host_id) AS host,
          EXISTS (SELECT FROM site_host h WHERE h.site_id = vm.site_id) AS has_hosts
     FROM vm WHERE ${OF_OPERATION}`,
);

// Choosing locks the row of the host, and a trigger counts the VM there in the same commit: who comes next sees it.
const placeBy = (locking: string) => `WITH chosen AS (
     SELECT h.host_id, h.name FROM vm v JOIN plan p ON p.plan_id = v.plan_id
       JOIN site_host h ON h.site_id = v.site_id
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.operation_id = $operation_id
        AND v.host_id IS NULL AND ${takesVm("v", "p")}
      ORDER BY ${freestFirst} LIMIT 1 FOR UPDATE OF h${locking}
   )
   UPDATE vm SET host_id = chosen.host_id FROM chosen WHERE ${OF_OPERATION} RETURNING chosen.name AS host`;

const place = {
  /** Passes over hosts that others choose at the moment. */
  freely: statement("vm_place_freely", placeBy(" SKIP LOCKED")),
  /** Waits for them: they may be the only ones with room. */
  patiently: statement("vm_place_patiently", placeBy("")),
};

/**
 * Reserves room on a host for the VM of an operation. One that was chosen before stays.
 * @returns the host's name at its site; null where the site does not tell its hosts
 * @throws ProviderError `site_full`
 */
export async function placeVm(sql: Sql, context: SagaContext): Promise<string | null> {
  const vm = heldBy(context);
  const { host, has_hosts } = await sql.one(placed, vm);
  if (host !== null || has_hosts !== true) return host;
  const chosen = (await sql.maybe(place.freely, vm)) ?? (await sql.maybe(place.patiently, vm));
  if (chosen === undefined) throw new ProviderError("site_full", siteFull().message, { retryable: false });
  return chosen.host;
}
