// Hosts that are lost, as who runs the installation declares them (docs/adr/0141).
import { LOST_REASON_WORDS, type OperatorLossPreview, OperatorLossPreview as Preview } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { LOST_POWER, LOST_REASON, PLACES_OF_GROUP } from "../compute/index.ts";
import type { Handler } from "../request/context.ts";
import { conflict, type DomainError } from "../request/domain-error.ts";
import { hostsOfVm } from "../site/index.ts";
import { roomBesides, takeRoom } from "./host-room.ts";
import { readHost } from "./hosts.ts";

const declare = statement(
  "operator_host_declare_lost",
  `UPDATE site_host
      SET state = 'lost', state_reason = $reason, state_by = $state_by, state_at = now(), fence_tried_at = NULL,
          fenced_at = CASE WHEN state = 'lost' THEN fenced_at END, fence_error = NULL
    WHERE host_id = $host_id AND status = 'offline' RETURNING host_id`,
);

/** How many machines a preview lists. */
const LISTED = 1_000;

const previewed = statement(
  "operator_host_loss",
  `SELECT v.vm_id, v.name, o.name AS organization_name, v.cpu, v.ram_mb, v.disk_gb, p.host_tags, ${hostsOfVm("v")} AS hosts_of, v.placement_group_id,
          g.strategy, g.over, g.strict, ${PLACES_OF_GROUP} AS places, ${LOST_REASON} AS reason, ${LOST_POWER} AS power
     FROM site_host h JOIN vm v ON v.host_id = h.host_id JOIN plan p ON p.plan_id = v.plan_id
     LEFT JOIN placement_group g ON g.workspace_id = v.workspace_id AND g.placement_group_id = v.placement_group_id
     JOIN workspace w ON w.workspace_id = v.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE h.host_id = $host_id ORDER BY v.vm_id`,
);

export const previewLoss: Handler<"operatorHost.previewLoss"> = async ({ sql, configuration }, { host_id }) => {
  const host = await readHost(sql, host_id);
  const room = await roomBesides(sql, host_id);
  const groups = new Map<string, string[]>();
  const counts = { starts_elsewhere: 0, moves_stopped: 0, error: 0, stays: 0 };
  const machines: OperatorLossPreview["machines"] = [];
  for (const { vm_id, name, organization_name, ...vm } of await sql.query(previewed, { host_id })) {
    const reason = Reason.parse(vm.reason) ?? takeRoom(room, groups, vm);
    const outcome = outcomeOf(reason, vm.power);
    counts[outcome]++;
    const detail = reason === null ? null : LOST_REASON_WORDS[reason];
    if (machines.length < LISTED) machines.push({ vm_id, name, organization_name, outcome, reason, detail });
  }
  const { fenceHook } = configuration.lostHosts;
  const fence = !host.shared_disks ? "not_needed" : fenceHook === undefined ? "missing" : "needed";
  return { host_id, fence, vms: host.vms, ...counts, machines };
};

const { reason: Reason } = Preview.shape.machines.element.shape;

type Machine = OperatorLossPreview["machines"][number];

function outcomeOf(reason: Machine["reason"], power: string | null): Machine["outcome"] {
  if (reason === "kept" || reason === "error") return "stays";
  if (reason !== null) return "error";
  return power === "stopped" ? "moves_stopped" : "starts_elsewhere";
}

export const declareHostLost: Handler<"operatorHost.declareLost"> = async (context, { host_id, reason }) => {
  const { sql, operator, configuration } = context;
  const host = await readHost(sql, host_id);
  if (host.status !== "offline") throw answers();
  if (host.shared_disks && configuration.lostHosts.fenceHook === undefined)
    throw conflict(
      "no_fence_hook",
      "Nothing can make sure that the VMs of the host no longer run, so they do not start elsewhere; set " +
        "FULMAR_FENCE_HOOK for the API and the workers, or bring the host back.",
    );
  if ((await sql.maybe(declare, { host_id, reason, state_by: operator.userId })) === undefined) throw answers();
  return readHost(sql, host_id);
};

function answers(): DomainError {
  return conflict("host_answers", "The host answers, so it is not lost; drain it instead, or turn it off first.");
}
