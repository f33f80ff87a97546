// The states of a workspace that the random tests compare with plans.
import {
  type ChangePlan,
  type Operation,
  operationById,
  type PublicOperationId,
  type ResourceChange,
  resourceOf,
} from "@fulmar/contract";
import { expect } from "vitest";
import type { ExampleFixture } from "../examples/example-fixture.ts";
import { withoutChosen } from "./plan-fixture.ts";

export type Fields = Readonly<Record<string, unknown>>;
/** The resources of a workspace by type and id, as their records show them. */
export type State = ReadonlyMap<string, Fields>;

/** The lists whose resources are compared, each with what reads one of them. */
const LISTS = {
  "cloudVm.list": "cloudVm.get",
  "volume.list": "volume.get",
  "bucket.list": "bucket.get",
  "vpc.list": "vpc.get",
  "vpcPeering.list": "vpcPeering.get",
  "reservedIp.list": "reservedIp.get",
  "firewallGroup.list": "firewallGroup.get",
  "sshKey.list": "sshKey.get",
  "placementGroup.list": "placementGroup.get",
  "startupScript.list": "startupScript.get",
  "secretStore.list": "secretStore.get",
  "alertRule.list": "alertRule.get",
  "webhook.list": "webhook.get",
} as const satisfies Partial<Record<PublicOperationId, PublicOperationId>>;

const GONE: ReadonlySet<unknown> = new Set(["deleted", "deleting"]);

/** Fields that follow from a site or say when something was changed. A plan leaves them out or warns of them. */
const UNTOLD = new Set(["updated_at", "created_at", "disabled_at", "id", "operation_id", "private_ip", "public_ip"]);

export const declarationOf = (id: PublicOperationId) => operationById(id) as unknown as Operation;

/** Reads every resource of the lists. */
export async function stateOf(fixture: ExampleFixture): Promise<State> {
  const state = new Map<string, Fields>();
  for (const [list, get] of Object.entries(LISTS) as [PublicOperationId, PublicOperationId][]) {
    const { body: items } = await fixture.send(declarationOf(list), { query: { limit: 200 } });
    const { resource } = declarationOf(list);
    const { parameter, field } = resourceOf(resource);
    for (const item of items as readonly Fields[]) {
      const id = String(item[field] ?? item.id);
      const { status, body } = await fixture.send(declarationOf(get), { params: { [parameter ?? ""]: id } });
      if (status === 200 && !GONE.has(body.status)) state.set(`${resource} ${id}`, body);
    }
  }
  return state;
}

/** Waits until no asynchronous operation is under way. */
export async function settled(fixture: ExampleFixture): Promise<void> {
  await expect
    .poll(async () => {
      const text = `SELECT count(*)::int AS n FROM operation
                     WHERE workspace_id = $1 AND status NOT IN ('succeeded', 'failed', 'cancelled', 'timed_out')`;
      return (await fixture.api.database.pool.query(text, [fixture.workspaceId])).rows[0]?.n;
    })
    .toBe(0);
}

/** Compares a plan with two states of the workspace. @returns the fields that were compared */
export function compare(plan: ChangePlan, before: State, after: State): number {
  const listed = new Set(Object.keys(LISTS).map((id) => declarationOf(id as PublicOperationId).resource));
  const planned = plan.changes.filter(({ resource_type }) => listed.has(resource_type));
  const told = planned
    .filter((change) => change.action !== "update" || isRestore(change))
    .map(({ action, resource_type, name }) => `${action === "delete" ? action : "create"} ${resource_type} ${name}`);
  const happened = [
    ...[...after.keys()].filter((key) => !before.has(key)).map((key) => `create ${nameIn(key, after)}`),
    ...[...before.keys()].filter((key) => !after.has(key)).map((key) => `delete ${nameIn(key, before)}`),
  ];
  expect(new Set(happened)).toEqual(new Set(told));
  let fields = 0;
  for (const [key, record] of after) {
    const [type = "", id = ""] = key.split(" ");
    const old = before.get(key);
    const change = planned.find((one) =>
      old === undefined
        ? (one.action === "create" || isRestore(one)) && `${one.resource_type} ${one.name}` === nameIn(key, after)
        : one.id === id && one.resource_type === type,
    );
    for (const { field, to } of change?.fields ?? []) {
      if (!(field in record) || UNTOLD.has(field) || (to === null && old === undefined)) continue;
      expect({ key, field, value: withoutChosen(record[field], to) }).toEqual({ key, field, value: to });
      fields++;
    }
    if (old === undefined) continue;
    const differing = Object.keys(record).filter((name) => JSON.stringify(record[name]) !== JSON.stringify(old[name]));
    const unexpected = differing.filter(
      (name) => !UNTOLD.has(name) && !change?.fields.some(({ field }) => field === name),
    );
    expect({ key, unexpected }).toEqual({ key, unexpected: [] });
  }
  return fields;
}

/** A deleted resource that its workspace keeps can be read, so its restore is planned as an update. */
function isRestore({ action, fields }: ResourceChange): boolean {
  return action === "update" && fields.some(({ field, from }) => field === "status" && GONE.has(from));
}

function nameIn(key: string, state: State): string {
  const { name, label } = state.get(key) ?? {};
  return `${key.split(" ")[0]} ${name ?? (label === "" || label === undefined ? null : label)}`;
}

/**
 * The charges of the organization for an hour, with what is on its way, such as a distribution before its first
 * deployment. Stored objects are measured from time to time, and left out.
 */
export async function charged({ api, tenant }: ExampleFixture): Promise<number> {
  const text = `SELECT (organization_hourly($1) - coalesce((
      SELECT sum(s.hourly_price * c.quantity) FROM charge c JOIN sku s USING (sku_code)
        JOIN workspace w USING (workspace_id)
       WHERE w.organization_id = $1 AND c.charged_until IS NULL
         AND c.sku_code = 'object.storage'), 0))::float8 AS hourly`;
  return (await api.database.pool.query(text, [tenant.organizationId])).rows[0]?.hourly;
}
