// What a worker does for groups of VMs: it removes, replaces and heals with the rights of whoever changed the group last
// (docs/adr/0134).
import { type Operation, operationById } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Database, type RowOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { z } from "zod";
import { accountSuspended, isSuspended } from "../../billing/index.ts";
import type { Caller, Workspace } from "../../request/caller.ts";
import { HeldBack } from "../../request/change/request.ts";
import type { WorkspaceWork } from "../../request/change/workspace-work.ts";
import { conflict, DomainError } from "../../request/domain-error.ts";
import type { Entry } from "../../request/door/door.ts";
import { referenceRefusal, rightsRefusal } from "../../request/door/rights.ts";
import { newId } from "../../request/identifiers.ts";
import { DUE, retryDelayMs } from "../../work/due.ts";
import { throwAll, workOn } from "../../work/work-through.ts";
import { type Decision, dueDecision } from "./decisions.ts";
import { checkedMembersOf, freeNumbers, type Group, type Member, memberInput, seeVmGroup } from "./group-rows.ts";
import { groupActor, joinQuery } from "./members.ts";
import { nextSteps } from "./next-steps.ts";
import { powerSentQuery } from "./power.ts";

/** What the worker needs to act for groups. */
export interface GroupServices {
  readonly database: Database;
  readonly secrets: Parameters<typeof memberInput>[0];
  /** Changes in workspaces, as requests make them. */
  readonly changes: Pick<WorkspaceWork, "change">;
  /** Somebody as they are now. @throws DomainError when they may no longer use the workspace */
  enterAs(maker: Pick<Caller, "type" | "id">, workspace: Workspace): Promise<Entry>;
}

const BATCH = 200;
/** How long a worker has a group to itself. */
const LEASE = "interval '30 seconds'";
const SOON_MS = 1_000;
const STEADY_MS = 10_000;

// Other workers leave out what one has taken.
const take = statement(
  "vm_group_take",
  `WITH due AS MATERIALIZED (
     SELECT g.workspace_id, g.vm_group_id FROM vm_group g
      WHERE NOT g.paused AND g.due_at <= ${DUE} ORDER BY g.due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
   )
   UPDATE vm_group g SET due_at = now() + ${LEASE}
     FROM due JOIN workspace w ON w.workspace_id = due.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE g.workspace_id = due.workspace_id AND g.vm_group_id = due.vm_group_id
   RETURNING g.vm_group_id, g.acts_as_type, g.acts_as_id, w.workspace_id, w.name AS workspace_name, o.organization_id,
             o.name AS organization_name, ${isSuspended("o.organization_id")} AS suspended`,
);

// What the worker finds of members, written when it changes.
const note = statement(
  "vm_group_member_note",
  `UPDATE vm_group_member m
      SET has_run = m.has_run OR found.runs,
          unhealthy_since = CASE WHEN found.offline THEN coalesce(m.unhealthy_since, now()) END,
          power_operation_id = CASE WHEN NOT (found.runs AND $starts::boolean) THEN m.power_operation_id END
     FROM unnest($vm_ids::text[], $run::boolean[], $offline::boolean[]) AS found (vm_id, runs, offline)
    WHERE m.workspace_id = $workspace_id::bigint AND m.vm_group_id = $vm_group_id AND m.vm_id = found.vm_id`,
);

const settle = statement(
  "vm_group_settle",
  `UPDATE vm_group g
      SET steady = $steady::boolean, reason = $reason, failures = $failures::int,
          due_at = now() + $ms::int * interval '1 millisecond',
          updated_at = CASE WHEN g.steady IS DISTINCT FROM $steady::boolean OR g.reason IS DISTINCT FROM $reason
                              THEN now() ELSE g.updated_at END
    WHERE g.workspace_id = $workspace_id::bigint AND g.vm_group_id = $vm_group_id AND g.revision = $revision::bigint`,
);

// Nothing is done on what was seen before somebody else changed it.
const advance = statement(
  "vm_group_advance",
  `UPDATE vm_group g SET revision = revision + 1
    WHERE g.workspace_id = $workspace_id::bigint AND g.vm_group_id = $vm_group_id AND g.revision = $revision::bigint
      AND NOT g.paused
   RETURNING g.revision`,
);

type Due = RowOf<typeof take>;

export const followVmGroups: Reconciler<GroupServices> = {
  name: "follow-vm-groups",
  everyMs: 1_000,
  async run(services, signal) {
    const groups = await services.database.sql.query(take);
    throwAll(await workOn(groups, (due) => follow(services, due, signal), signal));
  },
};

async function follow(services: GroupServices, due: Due, signal: AbortSignal): Promise<void> {
  const { sql } = services.database;
  const workspace = {
    ...{ id: due.workspace_id, name: due.workspace_name },
    ...{ organizationId: due.organization_id, organizationName: due.organization_name },
  };
  const place = { sql, workspace };
  const group = await seeVmGroup(place, due.vm_group_id);
  if (group === undefined) return;
  await look(sql, workspace, group, await checkedMembersOf(place, group.vm_group_id));
  const decision = await dueDecision(place, group);
  const found = await checkedMembersOf(place, group.vm_group_id);
  const steps = nextSteps(group, found);
  let { revision, failures } = group;
  let reason: string | null = null;
  // A decision that is refused keeps the group from nothing else.
  let refused: DomainError | null = null;
  const act = async () => {
    if (due.suspended === true) throw accountSuspended("the group goes on by itself");
    return enter(services, due, group, workspace);
  };
  try {
    if (decision !== null) {
      refused = await carryOut(services, { ...(await act()), revision, signal }, group, decision);
      // The next look is at the group as it is then.
      if (refused === null) return;
    }
    if (steps.make > 0 || [steps.remove, steps.stop, steps.start].some(({ length }) => length > 0)) {
      const acting = await act();
      const step = async (once: (acting: Acting) => Promise<void>) => {
        await once({ ...acting, revision, signal });
        revision += 1n;
      };
      for (const member of steps.remove) {
        await step((as) => removeMember(services, as, group, member));
        if (!member.has_run) failures++;
      }
      for (const member of [...steps.stop, ...steps.start]) {
        await step((as) => powerMember(services, as, group, member));
        if (member.power_failed === true) failures++;
      }
      for (const number of await freeNumbers(place, group.vm_group_id, steps.make))
        await step((as) => makeMember(services, as, group, number));
    }
    if (refused !== null) {
      failures++;
      reason = refused.message;
    } else if (steps.steady) failures = 0;
    else if (failures === 0) reason = null;
    else reason = whyFailing(group, found);
  } catch (error) {
    if (error instanceof HeldBack) return;
    if (!(error instanceof DomainError)) throw error;
    failures++;
    reason = error.message;
  }
  await sql.query(settle, {
    ...{ workspace_id: workspace.id, vm_group_id: group.vm_group_id, revision, steady: steps.steady, reason, failures },
    ms: failures > 0 ? retryDelayMs(failures, { firstMs: 5_000, mostMs: 600_000 }) : steps.steady ? STEADY_MS : SOON_MS,
  });
}

/** The reason of a group whose tries fail. */
function whyFailing({ power }: Group, members: readonly Member[]): string {
  const fails =
    power === "stopped" || members.some(({ power_action }) => power_action !== null)
      ? "cannot be stopped or started"
      : "fail before they have run";
  return `VMs of the group ${fails}; it goes on trying. Their operations say why.`;
}

/** Writes what has changed since the last look. While the group is stopped, no VM is sick. */
async function look(sql: Sql, workspace: Workspace, group: Group, members: readonly Member[]): Promise<void> {
  const starts = group.power === "running";
  const isOffline = ({ health }: Member) => starts && health === "offline";
  const isNew = (member: Member) =>
    (member.status === "running" && (!member.has_run || (starts && member.power_action !== null))) ||
    isOffline(member) !== member.was_unhealthy;
  const changed = members.filter(isNew);
  if (changed.length === 0) return;
  await sql.query(note, {
    ...{ workspace_id: workspace.id, vm_group_id: group.vm_group_id, vm_ids: changed.map(({ vm_id }) => vm_id) },
    run: changed.map(({ status }) => status === "running"),
    offline: changed.map(isOffline),
    starts,
  });
}

/** Whoever changed the group last, as they are now. The audit trail names the group. */
async function enter(services: GroupServices, due: Due, group: Group, workspace: Workspace): Promise<Entry> {
  const type = due.acts_as_type === "token" ? "token" : "user";
  const { caller } = await services.enterAs({ type, id: due.acts_as_id }, workspace);
  const actor = { type: "system", id: group.vm_group_id, name: groupActor(group.name) } as const;
  return { workspace, caller: { ...caller, actor } };
}

interface Acting extends Entry {
  /** The group as it was seen. */
  readonly revision: bigint;
  readonly signal: AbortSignal;
}

type Step = "cloudVm.create" | "cloudVm.delete" | "cloudVm.stop" | "cloudVm.start" | Decision["id"];

const Accepted = z.object({ vm_id: z.string(), operation_id: z.string() });

async function makeMember(services: GroupServices, acting: Acting, group: Group, number: number): Promise<void> {
  const input = { ...memberInput(services.secrets, group, number) };
  await perform(services, acting, group, { id: "cloudVm.create", input }, async ({ send }, body) => {
    send(joinQuery(acting.workspace.id, group, number, Accepted.parse(body).vm_id));
  });
}

function removeMember(services: GroupServices, acting: Acting, group: Group, { vm_id }: Member): Promise<void> {
  return perform(services, acting, group, { id: "cloudVm.delete", input: { vm_id } });
}

/** Stops a VM of a group that is stopped, or starts one of a group that runs. */
function powerMember(services: GroupServices, acting: Acting, group: Group, { vm_id }: Member): Promise<void> {
  const id = group.power === "stopped" ? "cloudVm.stop" : "cloudVm.start";
  return perform(services, acting, group, { id, input: { vm_id } }, async ({ send }, body) => {
    send(powerSentQuery(acting.workspace.id, group, vm_id, Accepted.parse(body).operation_id));
  });
}

/**
 * By the request of somebody who changes the group, so that it is refused as theirs. The trail says which rule.
 * @returns the refusal, if it is one
 */
async function carryOut(
  services: GroupServices,
  acting: Acting,
  group: Group,
  { id, body, reason, note }: Decision,
): Promise<DomainError | null> {
  const { actor } = acting.caller;
  const caller = { ...acting.caller, ...(actor && { actor: { ...actor, name: `${actor.name}: ${reason}` } }) };
  const input = { vm_group_id: group.vm_group_id, ...body };
  try {
    await perform(services, { ...acting, caller }, group, { id, input }, async ({ send }) => send(note));
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/**
 * Makes a change as a request would, if the group is still as it was seen.
 * @throws DomainError; HeldBack when it is not
 */
async function perform(
  { changes }: GroupServices,
  { revision, signal, ...entry }: Acting,
  group: Group,
  { id, input }: { readonly id: Step; readonly input: Record<string, unknown> },
  after?: (transaction: Transaction, body: unknown) => Promise<void>,
): Promise<void> {
  const operation = operationById(id) as unknown as Operation;
  const refusal = rightsRefusal(operation, entry.caller) ?? referenceRefusal(operation, entry.caller, input);
  if (refusal !== null) throw refusal;
  const envelope = { requestId: newId("aud"), sourceIp: undefined, idempotencyKey: undefined, signal };
  const values = { workspace_id: entry.workspace.id, vm_group_id: group.vm_group_id, revision };
  await changes.change(
    { operation, entry, input, envelope },
    undefined,
    async ({ sql }) => {
      if ((await sql.maybe(advance, values)) === undefined)
        throw new HeldBack(conflict("operation_in_progress", "The group was changed meanwhile."));
    },
    async (transaction, answer) => after?.(transaction, JSON.parse(answer.body)),
  );
}
