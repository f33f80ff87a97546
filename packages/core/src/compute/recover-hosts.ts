// Hosts that are lost (docs/adr/0141): they are fenced, then their VMs start on other hosts of the site.
import { LOST_REASON_WORDS, type LostReason, VM_STATUSES } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { runFenceHook } from "@fulmar/providers";
import { auditEvent, bySystem } from "../request/audit-event.ts";
import { newId } from "../request/identifiers.ts";
import { providerLanes } from "../work/each-provider.ts";
import { throwAll, workOn } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { changeVm } from "./change-vm.ts";
import { holdPlacement, reserveElsewhere } from "./placement.ts";
import { AGAIN, givingWay, PLACE, workspaceOf } from "./power-by-system.ts";
import { vmRecoverSaga } from "./recover-vm.saga.ts";

/** The VMs of a host that are brought elsewhere in one run. */
const BATCH = 50;

const OF_PROVIDER = "($provider::text IS NULL OR s.provider = $provider)";

/** SQL: why a VM `v` of a lost host `h` does not go on elsewhere, apart from a lack of room. Null for one that does. */
export const LOST_REASON = `CASE WHEN v.status = 'deleted' THEN 'kept'
            WHEN v.status = 'error' AND v.lost_power IS NULL THEN 'error'
            WHEN NOT h.shared_disks THEN 'local_disks' WHEN v.gpu_count > 0 THEN 'gpu' END`;

/** SQL: what a VM `v` does, or did when its host was lost. */
export const LOST_POWER =
  "CASE WHEN coalesce(v.lost_power, v.status::text) = 'stopped' THEN 'stopped' ELSE 'running' END";

// A site of which no host answers is not reached, and its hosts may be well. So may one whose report is old.
const declare = statement(
  "hosts_lost_by_silence",
  `UPDATE site_host h
      SET state = 'lost', state_by = NULL, state_at = now(), fenced_at = NULL, fence_tried_at = NULL, fence_error = NULL,
          state_reason = 'It has not answered for ' || $minutes::int || ' minutes.'
     FROM site s
    WHERE s.site_id = h.site_id AND ${OF_PROVIDER} AND h.state <> 'lost' AND h.status = 'offline'
      AND h.offline_at <= now() - $minutes::int * interval '1 minute' AND h.seen_at > now() - interval '1 minute'
      AND (NOT h.shared_disks OR $can_fence)
      AND EXISTS (SELECT FROM site_host o WHERE o.site_id = h.site_id AND o.status = 'online')`,
);

const unfenced = statement(
  "hosts_unfenced",
  `SELECT h.host_id, h.site_id, h.name, h.state_at FROM site_host h JOIN site s ON s.site_id = h.site_id
    WHERE h.state = 'lost' AND h.status = 'offline' AND h.shared_disks AND h.fenced_at IS NULL AND ${OF_PROVIDER}
      AND (h.fence_tried_at IS NULL OR h.fence_tried_at <= now() - interval '1 minute')
    ORDER BY h.host_id`,
  { present: ["state_at"] }, // Whoever declares a host lost writes the time.
);

// A host that was restored and lost again meanwhile is fenced anew.
const fenced = statement(
  "host_fenced",
  `UPDATE site_host SET fenced_at = CASE WHEN $fence_error::text IS NULL THEN now() END, fence_error = $fence_error,
          fence_tried_at = now()
    WHERE host_id = $host_id AND state = 'lost' AND state_at = $state_at AND fenced_at IS NULL`,
);

const RECOVERABLE = "h.state = 'lost' AND h.status = 'offline' AND (h.fenced_at IS NOT NULL OR NOT h.shared_disks)";

// A VM in error is tried again where there may be room by now. As many may find none, others have their turn.
const due = statement(
  "host_vms_lost",
  `SELECT ${PLACE}, v.placement_group_id, ${LOST_REASON} AS reason, ${LOST_POWER} AS power, v.status::text,
          v.failed_operation_id IS NOT NULL AS told
     FROM site_host h JOIN site s ON s.site_id = h.site_id JOIN vm v ON v.host_id = h.host_id
     JOIN workspace w ON w.workspace_id = v.workspace_id JOIN organization o ON o.organization_id = w.organization_id
    WHERE ${RECOVERABLE} AND ${OF_PROVIDER} AND v.operation_id IS NULL
      AND v.status IN ('running', 'stopped', 'error') AND (v.status <> 'error' OR v.lost_power IS NOT NULL)
      AND NOT (v.failed_operation_id IS NOT NULL AND (NOT h.shared_disks OR v.gpu_count > 0))
      AND NOT EXISTS (SELECT FROM operation p
                       WHERE p.workspace_id = v.workspace_id AND p.operation_id = v.failed_operation_id
                         AND p.finished_at > now() - ${AGAIN})
    ORDER BY v.failed_operation_id IS NOT NULL, random() LIMIT ${BATCH}`,
);

const reserve = statement("vm_reserve_host_of_lost", reserveElsewhere("own.state = 'lost'"));

const group = statement(
  "vm_lost_group",
  `SELECT g.strict FROM placement_group g
    WHERE g.workspace_id = $workspace_id::bigint AND g.placement_group_id = $placement_group_id`,
);

// Holds the VM: another worker that does the same waits, or has come before.
const lock = statement(
  "vm_lost_lock",
  `SELECT v.vm_id FROM vm v JOIN site_host h ON h.host_id = v.host_id
    WHERE v.vm_id = $vm_id AND v.operation_id IS NULL AND v.status = $status::vm_status AND ${RECOVERABLE}
      FOR NO KEY UPDATE OF v`,
);

const audit = statement(
  "vm_recover_audit",
  auditEvent({
    ...bySystem("'recover-hosts'"),
    organization_id: "$organization_id",
    workspace_id: "$workspace_id::bigint",
    action: "$type || 'Vm.move'",
    resource_id: "$resource_id",
    detail: "'Its host is lost'",
    result: "202",
  }),
);

/** Fences the hosts that are lost, and starts their VMs on other hosts. A fence that failed is tried again. */
export const recoverHosts: Reconciler<WorkerServices> = {
  name: "recover-hosts",
  everyMs: 2_000,
  lanes: providerLanes,
  async run({ database, lostHosts: { fenceHook, lostMinutes } }, signal, lane) {
    const provider = lane ?? null;
    const { sql } = database;
    if (lostMinutes !== undefined)
      await sql.query(declare, { provider, minutes: lostMinutes, can_fence: fenceHook !== undefined });
    for (const host of await sql.query(unfenced, { provider })) await fence(sql, host, fenceHook, signal);
    const recover = (vm: RowOf<typeof due>) => givingWay(database, (own) => beginRecovery(own, vm));
    throwAll(await workOn(await sql.query(due, { provider }), recover, signal));
  },
};

/** A worker that dies meanwhile has the hook asked again. */
async function fence(
  sql: Sql,
  { host_id, site_id: siteId, name, state_at }: RowOf<typeof unfenced>,
  hook: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  let fence_error: string | null = null;
  if (hook === undefined) fence_error = "The workers have no FULMAR_FENCE_HOOK, so nothing starts elsewhere; set it.";
  else
    try {
      await runFenceHook(hook, { siteId, name }, signal);
    } catch (error) {
      signal.throwIfAborted();
      fence_error = error instanceof Error ? error.message : String(error);
    }
  await sql.query(fenced, { host_id, state_at, fence_error });
}

/** @throws DomainError conflict */
async function beginRecovery(sql: Sql, vm: RowOf<typeof due>): Promise<void> {
  const { type, vm_id, workspace_id, organization_id, status, told } = vm;
  const power = vm.power === "stopped" ? "stopped" : "running";
  await holdPlacement(sql, vm);
  if ((await sql.maybe(lock, { vm_id, status })) === undefined) return;
  const reserved = vm.reason === null ? await sql.maybe(reserve, { workspace_id, vm_id }) : undefined;
  if (reserved === undefined && told === true) return;
  const reason = reserved === undefined ? ((vm.reason as LostReason | null) ?? (await whyNowhere(sql, vm))) : null;
  await changeVm(
    { sql, workspace: workspaceOf(vm) },
    {
      ...{ type, vm_id, action: "move", saga: vmRecoverSaga, from: VM_STATUSES },
      input: {
        ...{ power, to_host: reserved?.to_host ?? null },
        ...{ reason, detail: reason === null ? null : LOST_REASON_WORDS[reason] },
      },
      meanwhile: reserved !== undefined && power === "running" ? "starting" : null,
    },
  );
  await sql.query(audit, { audit_event_id: newId("aud"), organization_id, workspace_id, type, resource_id: vm_id });
}

async function whyNowhere(sql: Sql, { workspace_id, placement_group_id }: RowOf<typeof due>): Promise<LostReason> {
  if (placement_group_id === null) return "no_room";
  const kept = await sql.maybe(group, { workspace_id, placement_group_id });
  return kept?.strict === true ? "placement_group" : "no_room";
}
