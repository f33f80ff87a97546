// Requests for groups of VMs (docs/adr/0134). A request makes what is missing, so that quota, wallet and budgets decide on
// all of it; a worker removes, replaces and heals (follow-vm-groups.ts).
import type { CreateCloudVm, OperationById, ParsedInput } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { requireSameSite } from "../../networking/index.ts";
import { olderThan, toPage } from "../../query/paging.ts";
import { contains } from "../../query/search.ts";
import type { Handler, RequestContext } from "../../request/context.ts";
import { conflict, found, notFound } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { requireFit } from "../create/fit.ts";
import { gather } from "../create/gather.ts";
import { choose, readOffer } from "../create/offer.ts";
import { sealUserData } from "../user-data.ts";
import { foretell, foretellPower } from "./foretell.ts";
import {
  actsAs,
  CHANGED,
  COLUMNS,
  type Group,
  holdVmGroup,
  listMembers,
  type Member,
  MINE,
  membersOf,
  readVmGroup,
  toMember,
  toVmGroup,
} from "./group-rows.ts";
import { makeMembers, removeMembers } from "./members.ts";
import { requireWithin, rulesOf, scalingOf, within } from "./scaling-rules.ts";

const list = statement(
  "vm_group_list",
  `SELECT ${COLUMNS} FROM vm_group g
    WHERE g.workspace_id = $workspace_id::bigint AND g.vm_group_id < $after
      AND ($name::text IS NULL OR g.name = $name) AND ${contains("g.name", "$search")}
    ORDER BY g.vm_group_id DESC LIMIT $limit::int`,
);

const insert = statement(
  "vm_group_insert",
  `INSERT INTO vm_group (workspace_id, vm_group_id, name, desired_count, plan_id, template_id, site_id, disk_gb, ssh_keys,
                         sealed_user_data, tags, vpc_id, subnet_id, public_ip, firewall_group_ids, load_balancer_id,
                         pool_id, heal_after_minutes, acts_as_type, acts_as_id, acts_as_name, placement_group_id,
                         dedicated, scaling, power_schedule)
   VALUES ($workspace_id::bigint, $vm_group_id, $name, $desired_count::int, $plan_id, $template_id, $site_id,
           $disk_gb::int, $ssh_keys::text[], $sealed_user_data::bytea, $tags::text[], $vpc_id, $subnet_id,
           $public_ip::boolean, $firewall_group_ids::text[], $load_balancer_id, $pool_id, $heal_after_minutes::int,
           $acts_as_type, $acts_as_id, $acts_as_name, $placement_group_id,
           $dedicated::boolean, $scaling::jsonb, $power_schedule::jsonb)`,
);

const update = statement(
  "vm_group_update",
  `UPDATE vm_group g SET name = coalesce($name, name), desired_count = $desired_count::int,
          scaling = $scaling::jsonb,
          power_schedule = CASE WHEN $reschedules::boolean THEN $power_schedule::jsonb ELSE power_schedule END,
          power_done_at = CASE WHEN $reschedules::boolean THEN now() ELSE power_done_at END,
          count_changed_at = CASE WHEN desired_count = $desired_count::int THEN count_changed_at ELSE now() END,
          schedule_done_at = CASE WHEN $decides::boolean THEN now() ELSE schedule_done_at END,
          heal_after_minutes = coalesce($heal_after_minutes::int, heal_after_minutes), ${CHANGED}
    WHERE ${MINE}`,
);

const setTemplate = statement(
  "vm_group_set_template",
  `UPDATE vm_group g SET plan_id = $plan_id, template_id = $template_id, disk_gb = $disk_gb::int,
          ssh_keys = $ssh_keys::text[], sealed_user_data = $sealed_user_data::bytea, tags = $tags::text[],
          vpc_id = $vpc_id, subnet_id = $subnet_id, public_ip = $public_ip::boolean,
          firewall_group_ids = $firewall_group_ids::text[], placement_group_id = $placement_group_id,
          dedicated = $dedicated::boolean, generation = generation + 1, ${CHANGED}
    WHERE ${MINE}`,
);

const roll = statement("vm_group_roll", `UPDATE vm_group g SET generation = generation + 1, ${CHANGED} WHERE ${MINE}`);

const setPaused = statement(
  "vm_group_set_paused",
  `UPDATE vm_group g SET paused = $paused::boolean, ${CHANGED} WHERE ${MINE}`,
);

const detach = statement(
  "vm_group_detach",
  `WITH gone AS (
     DELETE FROM vm_group_member m
      WHERE m.workspace_id = $workspace_id::bigint AND m.vm_group_id = $vm_group_id AND m.vm_id = $vm_id
     RETURNING m.vm_id
   )
   UPDATE vm_group g SET desired_count = greatest(desired_count - 1, coalesce((scaling ->> 'min_count')::int, 0)),
          count_changed_at = now(), due_at = now(), revision = revision + 1,
          updated_at = now()
     FROM gone WHERE ${MINE} RETURNING g.vm_group_id`,
);

const remove = statement("vm_group_delete", `DELETE FROM vm_group g WHERE ${MINE}`);

const planOf = statement("vm_group_plan", "SELECT sku_code FROM plan WHERE plan_id = $plan_id");

const pool = statement(
  "vm_group_pool",
  `SELECT p.name, p.target_tag, b.site_id, b.name AS load_balancer_name
     FROM load_balancer b LEFT JOIN load_balancer_pool p
       ON p.workspace_id = b.workspace_id AND p.load_balancer_id = b.load_balancer_id AND p.pool_id = $pool_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.load_balancer_id = $load_balancer_id`,
);

export const listVmGroups: Handler<"vmGroup.list"> = async ({ sql, workspace }, { limit, cursor, name, search }) => {
  const after = olderThan(cursor, "vmg");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, name, search, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.vm_group_id, toVmGroup);
};

export const getVmGroup: Handler<"vmGroup.get"> = (context, { vm_group_id }) => readVmGroup(context, vm_group_id);

export const listVmGroupMembers: Handler<"vmGroup.members"> = async (context, { vm_group_id, limit, cursor }) => {
  const { sql, workspace } = context;
  const after = olderThan(cursor, "vm");
  const rows = await sql.query(listMembers, { workspace_id: workspace.id, vm_group_id, after, limit: limit + 1 });
  if (rows.length === 0) await readVmGroup(context, vm_group_id);
  return toPage(rows, limit, (row) => row.vm_id, toMember);
};

/** The database refuses a name that is taken. */
export const createVmGroup: Handler<"vmGroup.create"> = async (context, input) => {
  const { workspace, configuration } = context;
  const { name, load_balancer_id, pool_id, heal_after_minutes } = input;
  const scaling = rulesOf(input.scaling ?? null);
  const desired_count = input.desired_count ?? scaling?.min_count ?? 1;
  requireWithin(desired_count, scaling);
  const made = await checkTemplate(context, name, input);
  await checkPool(context, made.site_id, load_balancer_id, pool_id);
  const vm_group_id = newId("vmg");
  await context.sql.query(insert, {
    ...{ workspace_id: workspace.id, vm_group_id, name, desired_count, heal_after_minutes },
    ...{ load_balancer_id, pool_id, scaling: scaling && JSON.stringify(scaling) },
    power_schedule: input.power_schedule && JSON.stringify(input.power_schedule),
    ...templateValues(input, made),
    site_id: made.site_id,
    sealed_user_data: sealUserData(configuration.secrets, vm_group_id, input.user_data),
    ...actsAs(context),
  });
  const group = await holdVmGroup(context, vm_group_id);
  await addMembers(context, group, desired_count);
  await foretell(context, group, scaling);
  return readVmGroup(context, vm_group_id);
};

/** What is missing is made with the request, and a worker removes what is too much. */
export const updateVmGroup: Handler<"vmGroup.update"> = async (context, { vm_group_id, ...changes }) => {
  const { sql, workspace } = context;
  const before = await holdVmGroup(context, vm_group_id);
  const { name, heal_after_minutes, power_schedule } = changes;
  const scaling = changes.scaling === undefined ? scalingOf(before) : rulesOf(changes.scaling);
  if (changes.desired_count !== undefined) requireWithin(changes.desired_count, scaling);
  const desired_count = within(changes.desired_count ?? before.desired_count, scaling);
  await sql.query(update, {
    ...{ workspace_id: workspace.id, vm_group_id, name, desired_count, heal_after_minutes },
    scaling: scaling && JSON.stringify(scaling),
    reschedules: power_schedule !== undefined,
    power_schedule: power_schedule && JSON.stringify(power_schedule),
    // A count holds until the next time of the schedule, and new rules are not asked about earlier times.
    decides: changes.desired_count !== undefined || changes.scaling !== undefined,
    ...actsAs(context),
  });
  const group = await holdVmGroup(context, vm_group_id);
  const there = (await membersOf(context, vm_group_id)).filter(isThere).length;
  const added = group.paused || group.power === "stopped" ? 0 : group.desired_count - before.desired_count;
  await addMembers(context, group, Math.max(0, Math.min(group.desired_count - there, added)));
  await foretell(context, group, changes.scaling === undefined ? null : scaling);
  // The most that the times do, as with rules.
  if (power_schedule?.times.some(({ power }) => power !== group.power))
    await foretellPower(context, group, group.power === "running" ? "stopped" : "running");
  return readVmGroup(context, vm_group_id);
};

/** Another template for all VMs. Billing is asked for each when it is made. */
export const setVmGroupTemplate: Handler<"vmGroup.setTemplate"> = async (context, { vm_group_id, ...input }) => {
  const { sql, workspace, configuration } = context;
  const before = await holdVmGroup(context, vm_group_id);
  const made = await checkTemplate(context, before.name, { ...input, site_id: input.site_id ?? before.site_id });
  if (made.site_id !== before.site_id)
    throw conflict("site_mismatch", `The group is at ${before.site_id}, and its VMs stay there; leave site_id out.`);
  await sql.query(setTemplate, {
    ...{ workspace_id: workspace.id, vm_group_id },
    ...templateValues(input, made),
    sealed_user_data: sealUserData(configuration.secrets, vm_group_id, input.user_data),
    ...actsAs(context),
  });
  await foretell(context, await holdVmGroup(context, vm_group_id));
  return readVmGroup(context, vm_group_id);
};

export const rollVmGroup: Handler<"vmGroup.roll"> = async (context, { vm_group_id }) => {
  await holdVmGroup(context, vm_group_id);
  await context.sql.query(roll, { workspace_id: context.workspace.id, vm_group_id, ...actsAs(context) });
  await foretell(context, await holdVmGroup(context, vm_group_id));
  return readVmGroup(context, vm_group_id);
};

/** Pauses or resumes. */
export function pauseVmGroup(paused: boolean): Handler<"vmGroup.pause"> & Handler<"vmGroup.resume"> {
  return async (context: RequestContext, { vm_group_id }: { readonly vm_group_id: string }) => {
    await holdVmGroup(context, vm_group_id);
    await context.sql.query(setPaused, { workspace_id: context.workspace.id, vm_group_id, paused, ...actsAs(context) });
    if (paused) return readVmGroup(context, vm_group_id);
    const group = await holdVmGroup(context, vm_group_id);
    await foretell(context, group, scalingOf(group));
    return readVmGroup(context, vm_group_id);
  };
}

export const detachFromVmGroup: Handler<"vmGroup.detach"> = async (context, { vm_group_id, vm_id }) => {
  const { sql, workspace } = context;
  await holdVmGroup(context, vm_group_id);
  found(await sql.maybe(detach, { workspace_id: workspace.id, vm_group_id, vm_id }), "VM of this group");
  return readVmGroup(context, vm_group_id);
};

/** Its VMs are deleted with it or stay. @throws DomainError 404; 409 when a VM cannot be deleted now */
export const deleteVmGroup: Handler<"vmGroup.delete"> = async (context, { vm_group_id, keep_vms }) => {
  const group = await holdVmGroup(context, vm_group_id);
  if (!keep_vms) {
    const members = await membersOf(context, vm_group_id);
    const going = members.filter(({ status }) => status !== "deleting");
    const busy = going.filter(({ operation_id }) => operation_id !== null);
    if (busy.length > 0)
      throw conflict(
        "operation_in_progress",
        "Operations are under way on VMs of the group; wait until they have ended, or keep the VMs.",
        busy.map(({ vm_id, number }) => ({ type: "vm", id: vm_id, name: `${group.name}-${number}` })),
      );
    await removeMembers(context, group, going);
  }
  await context.sql.query(remove, { workspace_id: context.workspace.id, vm_group_id });
  return { status: "deleted", id: vm_group_id };
};

function isThere({ status }: Member): boolean {
  return status !== "deleting" && status !== "error";
}

/** Billing is asked for each VM, and once where there is none. */
async function addMembers(context: RequestContext, group: Group, count: number): Promise<void> {
  if (count > 0) return makeMembers(context, group, count);
  const { sku_code: skuCode } = await context.sql.one(planOf, { plan_id: group.plan_id });
  await context.admit({ skuCode, quantity: 0 });
}

type Template = ParsedInput<OperationById<"vmGroup.setTemplate">>;
type Checked = Awaited<ReturnType<typeof checkTemplate>>;

/** Checks a template as the create of a VM does. @throws DomainError 400, 404, 409 */
async function checkTemplate(context: RequestContext, name: string, template: Omit<Template, "vm_group_id">) {
  const input: CreateCloudVm = {
    ...{ name: `${name}-1`, volume_ids: [], deletion_protection: false },
    ...{ plan_id: template.plan_id, template_id: template.template_id, site_id: template.site_id },
    ...{ disk_gb: template.disk_gb, ssh_keys: template.ssh_keys, ssh_key_ids: template.ssh_key_ids },
    ...{ tags: template.tags, vpc_id: template.vpc_id, subnet_id: template.subnet_id },
    ...{ public_ip: template.public_ip, firewall_group_ids: template.firewall_group_ids },
    ...{ placement_group_id: template.placement_group_id, dedicated: template.dedicated },
  };
  const offer = await readOffer(context, "cloud", input);
  // A number whose name is taken is left out.
  const choice = choose(offer && { ...offer, name_taken: false }, "cloud", input);
  const parts = await gather(context, choice.site_id, input);
  // Whether a place is left shows when a VM is made: an old one may have to go first.
  requireFit(choice, { ...parts, placement: parts.placement && { ...parts.placement, has_place: true } });
  return { ...choice, sshKeys: parts.sshKeys };
}

function templateValues(template: Omit<Template, "vm_group_id">, made: Checked) {
  const { plan_id, template_id, tags, vpc_id, subnet_id, public_ip, firewall_group_ids } = template;
  const { placement_group_id, dedicated } = template;
  return {
    ...{ placement_group_id, dedicated },
    ...{ plan_id, template_id, tags, vpc_id, subnet_id, public_ip, firewall_group_ids },
    ...{ disk_gb: made.disk_gb, ssh_keys: made.sshKeys },
  };
}

async function checkPool(
  { sql, workspace }: RequestContext,
  siteId: string,
  load_balancer_id: string | undefined,
  pool_id: string | undefined,
): Promise<void> {
  if (load_balancer_id === undefined || pool_id === undefined) return;
  const values = { workspace_id: workspace.id, load_balancer_id, pool_id };
  const row = found(await sql.maybe(pool, values), "load balancer");
  if (row.name === null) throw notFound("load balancer pool");
  requireSameSite(siteId, [
    {
      siteId: row.site_id,
      blocker: { type: "load_balancer", id: load_balancer_id, name: row.load_balancer_name },
    },
  ]);
  if (row.target_tag === null)
    throw conflict(
      "pool_without_tag",
      "VMs of a group become targets by a tag; give the pool a target_tag and a target_port, then try again.",
      [{ type: "load_balancer_pool", id: pool_id, name: row.name }],
    );
}
