// Empties the hosts that operators drain (docs/adr/0132), and those that they dedicate or take back of other VMs (docs/adr/0152).
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { isAstray } from "../site/index.ts";
import { providerLanes } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { moveToReserved } from "./move-reserved.ts";
import { holdPlacement, reserveElsewhere } from "./placement.ts";
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

/** SQL: whether a VM `v` moves away since its host is another organization's now, or no longer its own. */
const LEAVES = (host: string) => `${host}.clearing AND ${isAstray(`${host}.dedicated_organization_id`)}`;

const draining = statement(
  "hosts_draining",
  `SELECT h.host_id, (SELECT count(*)::int FROM vm v
                       WHERE v.host_id = h.host_id AND v.next_host_id IS NOT NULL
                          AND v.operation_id IS NOT NULL) AS moving
     FROM site_host h JOIN site s ON s.site_id = h.site_id
    WHERE (h.state = 'draining' OR h.clearing) AND h.status = 'online' AND ($provider::text IS NULL OR s.provider = $provider)
    ORDER BY h.host_id`,
);

const movable = statement(
  "host_vms_movable",
  `SELECT ${PLACE}, v.placement_group_id, v.status = 'running' AS running, v.status = 'running' AND h.moves_live AS live,
          h.state = 'draining' AS drained
     FROM site_host h JOIN vm v ON v.host_id = h.host_id JOIN workspace w ON w.workspace_id = v.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE h.host_id = $host_id AND (h.state = 'draining' OR ${LEAVES("h")}) AND v.operation_id IS NULL
      AND v.status IN ('running', 'stopped') AND ${MOVE_BLOCKER} IS NULL
      AND NOT EXISTS (SELECT FROM operation p
                       WHERE p.workspace_id = v.workspace_id AND p.resource_id = v.vm_id AND p.action = 'move'
                         AND p.status IN ('failed', 'timed_out', 'cancelled') AND p.finished_at > now() - ${AGAIN})
    ORDER BY v.vm_id LIMIT ${TRIED}`,
);

const reserve = statement("vm_reserve_host", reserveElsewhere(`(own.state = 'draining' OR ${LEAVES("own")})`));

const end = statement(
  "hosts_drained",
  `UPDATE site_host h SET state = 'drained' FROM site s
    WHERE s.site_id = h.site_id AND h.state = 'draining' AND h.vms = 0
      AND ($provider::text IS NULL OR s.provider = $provider)`,
);

const cleared = statement(
  "hosts_cleared",
  `UPDATE site_host h SET clearing = false FROM site s
    WHERE s.site_id = h.site_id AND h.clearing AND ($provider::text IS NULL OR s.provider = $provider)
      AND NOT EXISTS (SELECT FROM vm v WHERE h.host_id IN (v.host_id, v.next_host_id)
                         AND ${isAstray("h.dedicated_organization_id")})`,
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
    await database.sql.query(cleared, { provider });
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
  const detail = vm.drained
    ? "Its host is drained by an operator"
    : "Its host is dedicated to another organization, or no longer to its own";
  await moveToReserved(sql, vm, reserved, { by: "drain-hosts", detail });
  return true;
}
