// The hosts of sites, as who runs the installation sees them, keeps new VMs from them and empties them (docs/adr/0132).
import { MOVE_BLOCKER_WORDS, OperatorHost, OperatorHostVm } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { MOVE_BLOCKER, PLACES_OF_GROUP } from "../compute/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { hostsOfVm } from "../site/index.ts";
import { roomBesides, takeRoom } from "./host-room.ts";

const HOST = `h.host_id, h.site_id, s.name AS site_name, h.name, h.endpoint, h.status, h.state, h.state_reason, h.state_by, h.state_at,
          h.tags, h.zone, h.architecture, h.architectures, h.firmware, h.moves_live, h.shared_disks, h.cpus, h.ram_mb, h.free_ram_mb, h.disk_gb,
          h.free_disk_gb, h.dedicated_organization_id, h.clearing,
          (SELECT o.name FROM organization o
            WHERE o.organization_id = h.dedicated_organization_id) AS dedicated_organization_name, h.vms, h.promised_cpus, h.promised_ram_mb, h.seen_at, h.offline_at, h.fenced_at, h.fence_error,
          CASE WHEN h.free_gpus IS NOT NULL
               THEN (SELECT coalesce(jsonb_agg(jsonb_build_object('address', g.address, 'model', g.model, 'card', g.card, 'uuid', g.uuid,
                              'vm_id', g.vm_id, 'free', f.address IS NOT NULL) ORDER BY g.address), '[]')
                       FROM host_gpu g LEFT JOIN free_host_gpus(h.host_id) f ON f.address = g.address
                      WHERE g.host_id = h.host_id) END AS gpus`;

const list = statement(
  "operator_host_list",
  `SELECT ${HOST} FROM site_host h JOIN site s ON s.site_id = h.site_id WHERE h.site_id = $site_id ORDER BY h.name`,
);

const site = statement("operator_host_site", "SELECT FROM site WHERE site_id = $site_id AND removed_at IS NULL");

const get = statement(
  "operator_host_get",
  `SELECT ${HOST} FROM site_host h JOIN site s ON s.site_id = h.site_id WHERE h.host_id = $host_id`,
);

const update = statement(
  "operator_host_update",
  `UPDATE site_host SET tags = coalesce($tags::text[], tags), zone = CASE WHEN $change_zone THEN $zone ELSE zone END
    WHERE host_id = $host_id`,
);

const vms = statement(
  "operator_host_vms",
  `SELECT v.vm_id, v.type::text, v.name, v.status::text, w.organization_id, o.name AS organization_name, v.cpu, v.ram_mb,
          v.disk_gb, v.gpu_count, v.dedicated, v.operation_id, next.name AS moves_to, ${MOVE_BLOCKER} AS blocker
     FROM site_host h JOIN vm v ON v.host_id = h.host_id JOIN workspace w ON w.workspace_id = v.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
     LEFT JOIN site_host next ON next.host_id = v.next_host_id
    WHERE h.host_id = $host_id AND v.vm_id > $after ORDER BY v.vm_id LIMIT $limit`,
);

const decide = statement(
  "operator_host_decide",
  `UPDATE site_host SET state = $state, state_reason = $reason, state_by = $state_by, state_at = now()
    WHERE host_id = $host_id AND state <> 'lost' RETURNING host_id`,
);

const restore = statement(
  "operator_host_restore",
  `UPDATE site_host SET state = 'active', state_reason = NULL, state_by = NULL, state_at = NULL, fenced_at = NULL,
          fence_tried_at = NULL, fence_error = NULL
    WHERE host_id = $host_id AND state <> 'active' AND NOT EXISTS (
            SELECT FROM site_decision d WHERE d.site_id = site_host.site_id AND d.action = 'remove_host'
               AND d.name = site_host.name AND d.state = 'waiting') RETURNING host_id`,
);

/** More VMs than any host has. */
const PREVIEWED = 10_000;

const previewed = statement(
  "operator_host_previewed",
  `SELECT v.vm_id, v.name, v.status::text, o.name AS organization_name, v.cpu, v.ram_mb, v.disk_gb, h.moves_live, p.host_tags,
          ${hostsOfVm("v")} AS hosts_of,
          v.placement_group_id, g.strategy, g.over, g.strict, ${PLACES_OF_GROUP} AS places,
          ${MOVE_BLOCKER} AS blocker
     FROM site_host h JOIN vm v ON v.host_id = h.host_id JOIN plan p ON p.plan_id = v.plan_id
     LEFT JOIN placement_group g ON g.workspace_id = v.workspace_id AND g.placement_group_id = v.placement_group_id
     JOIN workspace w ON w.workspace_id = v.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE h.host_id = $host_id AND v.next_host_id IS NULL ORDER BY v.vm_id LIMIT ${PREVIEWED}`,
);

const { status: Status, state: State, firmware: Firmware, gpus: Gpus } = OperatorHost.shape;
const shown = wireForm(OperatorHost.omit({ status: true, state: true, firmware: true, gpus: true }));
const toHost = ({ status, state, firmware, gpus, ...row }: RowOf<typeof get>): OperatorHost => ({
  ...shown(row),
  status: Status.parse(status),
  state: State.parse(state),
  firmware: Firmware.parse(firmware),
  gpus: Gpus.parse(gpus),
});

const Blocker = OperatorHostVm.shape.blocker;
const shownVm = wireForm(OperatorHostVm.omit({ blocker: true }));

export const listHosts: Handler<"operatorHost.list"> = async ({ sql }, { site_id }) => {
  const rows = await sql.query(list, { site_id });
  if (rows.length === 0 && (await sql.query(site, { site_id })).length === 0)
    throw new DomainError("not_found", "There is no such site; check the id.");
  return rows.map(toHost);
};

export const getHost: Handler<"operatorHost.get"> = ({ sql }, { host_id }) => readHost(sql, host_id);

export const updateHost: Handler<"operatorHost.update"> = async ({ sql }, { host_id, tags, zone }) => {
  await sql.query(update, { host_id, tags, change_zone: zone !== undefined, zone });
  return readHost(sql, host_id);
};

export const listHostVms: Handler<"operatorHost.listVms"> = async ({ sql }, { host_id, limit, cursor }) => {
  const rows = await sql.query(vms, { host_id, after: decodeCursor(cursor, "vm") ?? "", limit: limit + 1 });
  if (rows.length === 0) await readHost(sql, host_id);
  return toPage(
    rows,
    limit,
    ({ vm_id }) => vm_id,
    ({ blocker, ...row }) => ({ ...shownVm(row), blocker: Blocker.parse(blocker) }),
  );
};

export const cordonHost: Handler<"operatorHost.cordon"> = async ({ sql, operator }, { host_id, reason }) => {
  await decideAbout(sql, { host_id, state: "cordoned", reason, state_by: operator.userId });
  return readHost(sql, host_id);
};

export const drainHost: Handler<"operatorHost.drain"> = async ({ sql, operator }, { host_id, reason }) => {
  const { name } = await readHost(sql, host_id);
  if ((await roomBesides(sql, host_id)).length === 0)
    throw conflict("no_other_host", `The site has no host besides ${name} that takes VMs; add or restore one first.`);
  await decideAbout(sql, { host_id, state: "draining", reason, state_by: operator.userId });
  return readHost(sql, host_id);
};

export const restoreHost: Handler<"operatorHost.restore"> = async ({ sql }, { host_id }) => {
  const restored = await sql.maybe(restore, { host_id });
  const host = await readHost(sql, host_id);
  if (restored === undefined && host.state !== "active")
    throw conflict("decision_waits", `A worker is removing ${host.name}; wait until the decision has ended.`);
  if (restored === undefined)
    throw conflict("host_active", "The host takes new VMs already; there is nothing to restore.");
  return host;
};

export const previewDrain: Handler<"operatorHost.previewDrain"> = async ({ sql }, { host_id }) => {
  const { vms: all } = await readHost(sql, host_id);
  const room = await roomBesides(sql, host_id);
  const moving = { live: 0, restarted: 0, stopped: 0 };
  const staying = [];
  const groups = new Map<string, string[]>();
  for (const { vm_id, name, organization_name, ...vm } of await sql.query(previewed, { host_id })) {
    const blocker = Blocker.parse(vm.blocker) ?? takeRoom(room, groups, vm);
    if (blocker !== null)
      staying.push({ vm_id, name, organization_name, blocker, detail: MOVE_BLOCKER_WORDS[blocker] });
    else moving[vm.status === "stopped" ? "stopped" : vm.moves_live ? "live" : "restarted"]++;
  }
  return { host_id, vms: all, ...moving, blocked: staying.length, blockers: staying.slice(0, 100) };
};

interface Decision {
  readonly host_id: string;
  readonly state: "cordoned" | "draining";
  readonly reason: string;
  readonly state_by: string;
}

/** @throws DomainError 404, 409 for a lost host */
async function decideAbout(sql: Sql, decision: Decision): Promise<void> {
  if ((await sql.maybe(decide, { ...decision })) !== undefined) return;
  await readHost(sql, decision.host_id);
  throw conflict("host_lost", "The host is lost; restore it when it is back.");
}

/** @throws DomainError 404 */
export async function readHost(sql: Sql, host_id: string): Promise<OperatorHost> {
  const row = await sql.maybe(get, { host_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such host; check the id.");
  return toHost(row);
}
