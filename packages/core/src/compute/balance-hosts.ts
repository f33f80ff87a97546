// Evens out the hosts of the sites that operators have balanced (docs/adr/0143).
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { hostsOfVm } from "../site/index.ts";
import { providerLanes } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { planBalance } from "./balance-plan.ts";
import { MOVE_BLOCKER } from "./drain-hosts.ts";
import { moveToReserved } from "./move-reserved.ts";
import { holdPlacement, reserveElsewhere } from "./placement.ts";
import { AGAIN, givingWay, PLACE } from "./power-by-system.ts";

/** The most VMs of a site that move at a time. */
const AT_ONCE = 2;

/** How many moves are tried in one run. Some may be refused by then. */
const TRIED = 20;

const balanced = statement(
  "sites_balanced",
  `SELECT s.site_id, s.balance_restarts, (SELECT count(*)::int FROM vm v
                       WHERE v.site_id = s.site_id AND v.next_host_id IS NOT NULL
                         AND v.operation_id IS NOT NULL) AS moving
     FROM site s
    WHERE s.balance_state = 'running' AND s.removed_at IS NULL AND ($provider::text IS NULL OR s.provider = $provider)
    ORDER BY s.site_id`,
);

const hostsOf = statement(
  "balance_hosts",
  `SELECT h.host_id, h.name, h.zone, h.tags, h.cpus, h.ram_mb, h.promised_ram_mb, h.free_disk_gb,
          h.dedicated_organization_id,
          (SELECT coalesce(sum(greatest(v.ram_mb, v.next_ram_mb)), 0)::int FROM vm v
            WHERE v.host_id = h.host_id AND v.next_host_id <> h.host_id) AS leaving_ram_mb
     FROM site_host h
    WHERE h.site_id = $site_id AND h.state = 'active' AND h.status = 'online' AND NOT h.clearing AND h.ram_mb > 0
    ORDER BY h.host_id`,
);

const vmsOf = statement(
  "balance_vms",
  `SELECT ${PLACE}, v.name, v.host_id, v.cpu, v.ram_mb, v.disk_gb, p.host_tags, ${hostsOfVm("v")} AS hosts_of,
          v.placement_group_id, g.strategy, g.over,
          v.status = 'running' AS running, v.status = 'running' AND h.moves_live AS live,
          v.status IN ('running', 'stopped') AND v.operation_id IS NULL AND ${MOVE_BLOCKER} IS NULL
            AND (v.status = 'stopped' OR h.moves_live OR $restarts::text = 'allow')
            AND NOT EXISTS (SELECT FROM operation m
                             WHERE m.workspace_id = v.workspace_id AND m.resource_id = v.vm_id AND m.action = 'move'
                               AND m.status IN ('failed', 'timed_out', 'cancelled') AND m.finished_at > now() - ${AGAIN})
            AS movable
     FROM site_host h JOIN vm v ON v.host_id = h.host_id JOIN plan p ON p.plan_id = v.plan_id
     JOIN workspace w ON w.workspace_id = v.workspace_id JOIN organization o ON o.organization_id = w.organization_id
     LEFT JOIN placement_group g ON g.workspace_id = v.workspace_id AND g.placement_group_id = v.placement_group_id
    WHERE h.site_id = $site_id ORDER BY v.vm_id`,
);

// An operator who stops the balance waits, or has come before.
const reserve = statement(
  "vm_reserve_host_of_balance",
  reserveElsewhere(
    "own.site_id IN (SELECT decided.site_id FROM decided) AND own.host_id = $from AND h.host_id = $to",
    `decided AS (
     SELECT s.site_id FROM site s WHERE s.site_id = $site_id AND s.balance_state = 'running' FOR SHARE
   ), `,
  ),
);

const done = statement(
  "site_balance_done",
  `UPDATE site SET balance_state = 'done', balance_ended_at = now()
    WHERE site_id = $site_id AND balance_state = 'running'`,
);

/**
 * The hosts of a site that take VMs, and the moves that even them out.
 * @param restarts `allow` where VMs may be stopped and started for it
 * @param most how many moves at most
 */
export async function balanceOf(sql: Sql, site_id: string, restarts: string, most: number) {
  const hosts = await sql.query(hostsOf, { site_id });
  return { hosts, moves: planBalance(hosts, await sql.query(vmsOf, { site_id, restarts }), most) };
}

/** Moves VMs between the hosts of sites, a few at a time, until no move makes the hosts more equal. */
export const balanceHosts: Reconciler<WorkerServices> = {
  name: "balance-hosts",
  everyMs: 2_000,
  lanes: providerLanes,
  async run({ database }, signal, lane) {
    const { sql } = database;
    for (const { site_id, balance_restarts, moving } of await sql.query(balanced, { provider: lane ?? null })) {
      let left = AT_ONCE - (moving ?? 0);
      if (left <= 0) continue;
      const { moves } = await balanceOf(sql, site_id, balance_restarts ?? "refuse", TRIED);
      for (const { vm, to } of moves) {
        signal.throwIfAborted();
        if (left === 0) break;
        await givingWay(database, async (own) => {
          if (await beginMove(own, { site_id, vm, to })) left--;
        });
      }
      if (left === AT_ONCE) await sql.query(done, { site_id });
    }
  },
};

interface Beginning {
  readonly site_id: string;
  readonly vm: RowOf<typeof vmsOf>;
  readonly to: string;
}

/** @returns whether the host still takes it. @throws DomainError conflict */
async function beginMove(sql: Sql, { site_id, vm, to }: Beginning): Promise<boolean> {
  const { vm_id, workspace_id } = vm;
  await holdPlacement(sql, vm);
  const reserved = await sql.maybe(reserve, { site_id, workspace_id, vm_id, from: String(vm.host_id), to });
  if (reserved === undefined) return false;
  const how = { by: "balance-hosts", detail: "An operator balances the hosts of its site" };
  await moveToReserved(sql, vm, reserved, how);
  return true;
}
