// Empties the hosts that operators drain (docs/adr/0132).
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { freestFirst, takesVm } from "../site/index.ts";
import { providerLanes } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { moveToReserved } from "./move-reserved.ts";
import { BEST_FOR_GROUP, holdPlacement, KEEPS_GROUP, WITH_GROUP } from "./placement.ts";
import { AGAIN, givingWay, PLACE } from "./power-by-system.ts";

/** The most VMs of a host that move at a time. */
const AT_ONCE = 2;

/** How many VMs are tried in one run. Some may find no room. */
const TRIED = 100;

/** SQL: why a VM `v` stays on its host `h` when that is drained, apart from a lack of room. Null for one that moves. */
export const MOVE_BLOCKER = `CASE WHEN v.status = 'deleted' THEN 'kept' WHEN v.held_at IS NOT NULL THEN 'held'
            WHEN v.status = 'error' THEN 'error' WHEN v.gpu_count > 0 THEN 'gpu'
            WHEN NOT h.shared_disks AND EXISTS (SELECT FROM volume d WHERE d.workspace_id = v.workspace_id
                                                   AND d.attached_vm_id = v.vm_id) THEN 'local_volume' END`;

const draining = statement(
  "hosts_draining",
  `SELECT h.host_id, (SELECT count(*)::int FROM vm v
                       WHERE v.host_id = h.host_id AND v.next_host_id IS NOT NULL
                          AND v.operation_id IS NOT NULL) AS moving
     FROM site_host h JOIN site s ON s.site_id = h.site_id
    WHERE h.state = 'draining' AND h.status = 'online' AND ($provider::text IS NULL OR s.provider = $provider)
    ORDER BY h.host_id`,
);

const movable = statement(
  "host_vms_movable",
  `SELECT ${PLACE}, v.placement_group_id, v.status = 'running' AS running, v.status = 'running' AND h.moves_live AS live
     FROM site_host h JOIN vm v ON v.host_id = h.host_id JOIN workspace w ON w.workspace_id = v.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE h.host_id = $host_id AND h.state = 'draining' AND v.operation_id IS NULL
      AND v.status IN ('running', 'stopped') AND ${MOVE_BLOCKER} IS NULL
      AND NOT EXISTS (SELECT FROM operation p
                       WHERE p.workspace_id = v.workspace_id AND p.resource_id = v.vm_id AND p.action = 'move'
                         AND p.status IN ('failed', 'timed_out', 'cancelled') AND p.finished_at > now() - ${AGAIN})
    ORDER BY v.vm_id LIMIT ${TRIED}`,
);

// Room is reserved there by the trigger that counts VMs.
const reserve = statement(
  "vm_reserve_host",
  `WITH chosen AS (
     SELECT h.host_id, h.name, own.name AS from_host
       FROM vm v JOIN plan p ON p.plan_id = v.plan_id JOIN site_host own ON own.host_id = v.host_id
       JOIN site_host h ON h.site_id = own.site_id AND h.host_id <> own.host_id
       ${WITH_GROUP}
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.operation_id IS NULL
        AND own.state = 'draining' AND ${takesVm("v", "p")} AND ${KEEPS_GROUP}
      ORDER BY ${BEST_FOR_GROUP}, ${freestFirst} LIMIT 1 FOR UPDATE OF h
   )
   UPDATE vm SET next_host_id = chosen.host_id FROM chosen
    WHERE vm.workspace_id = $workspace_id::bigint AND vm.vm_id = $vm_id AND vm.operation_id IS NULL
   RETURNING chosen.name AS to_host, chosen.from_host`,
);

const end = statement(
  "hosts_drained",
  `UPDATE site_host h SET state = 'drained' FROM site s
    WHERE s.site_id = h.site_id AND h.state = 'draining' AND h.vms = 0
      AND ($provider::text IS NULL OR s.provider = $provider)`,
);

/** Moves the VMs of the hosts that operators drain, a few at a time. A move that failed is tried again later. */
export const drainHosts: Reconciler<WorkerServices> = {
  name: "drain-hosts",
  everyMs: 2_000,
  lanes: providerLanes,
  async run({ database }, signal, lane) {
    const provider = lane ?? null;
    for (const { host_id, moving } of await database.sql.query(draining, { provider })) {
      let left = AT_ONCE - (moving ?? 0);
      for (const vm of left > 0 ? await database.sql.query(movable, { host_id }) : []) {
        signal.throwIfAborted();
        if (left === 0) break;
        await givingWay(database, async (sql) => {
          if (await beginMove(sql, vm)) left--;
        });
      }
    }
    await database.sql.query(end, { provider });
  },
};

/**
 * @returns whether another host has room for it, and its placement group allows that
 * @throws DomainError conflict
 */
async function beginMove(sql: Sql, vm: RowOf<typeof movable>): Promise<boolean> {
  const { vm_id, workspace_id } = vm;
  await holdPlacement(sql, vm);
  const reserved = await sql.maybe(reserve, { workspace_id, vm_id });
  if (reserved === undefined) return false;
  await moveToReserved(sql, vm, reserved, { by: "drain-hosts", detail: "Its host is drained by an operator" });
  return true;
}
