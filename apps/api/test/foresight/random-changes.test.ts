// Random changes in one workspace, with a worker: each is planned first and then made. What the plan says is what
// happens, in every resource that the workspace lists. FULMAR_SEED repeats a run.
import { type ChangePlan, type Operation, operationById, type PublicOperationId, resourceOf } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { type AnyRequest, ExampleFixture, SITE } from "../examples/example-fixture.ts";
import { startWorker } from "../worker-fixture.ts";
import { planOf, withoutChosen } from "./plan-fixture.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_261_126);
const STEPS = Number(process.env.FULMAR_STEPS ?? 60);

let api: Api;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  api = await startApi();
  stopWorker = startWorker(api);
});
afterAll(async () => {
  await stopWorker();
  await api.close();
});

type Fields = Readonly<Record<string, unknown>>;
type State = ReadonlyMap<string, Fields>;

/** The lists whose resources are compared, each with what reads one of them. */
const LISTS = {
  "cloudVm.list": "cloudVm.get",
  "volume.list": "volume.get",
  "bucket.list": "bucket.get",
  "vpc.list": "vpc.get",
  "reservedIp.list": "reservedIp.get",
  "firewallGroup.list": "firewallGroup.get",
  "sshKey.list": "sshKey.get",
  "secretStore.list": "secretStore.get",
  "webhook.list": "webhook.get",
} as const satisfies Partial<Record<PublicOperationId, PublicOperationId>>;

/** Fields that follow from a site or say when something was changed. A plan leaves them out or warns of them. */
const UNTOLD = new Set(["updated_at", "created_at", "id", "operation_id", "private_ip", "public_ip"]);

/** A generator of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const declarationOf = (id: PublicOperationId) => operationById(id) as unknown as Operation;

async function stateOf(fixture: ExampleFixture): Promise<State> {
  const state = new Map<string, Fields>();
  for (const [list, get] of Object.entries(LISTS) as [PublicOperationId, PublicOperationId][]) {
    const { body: items } = await fixture.send(declarationOf(list), { query: { limit: 200 } });
    const { resource } = declarationOf(list);
    const { parameter, field } = resourceOf(resource);
    for (const item of items as readonly Fields[]) {
      const id = String(item[field] ?? item.id);
      const { status, body } = await fixture.send(declarationOf(get), { params: { [parameter ?? ""]: id } });
      if (status === 200 && !["deleted", "deleting"].includes(body.status)) state.set(`${resource} ${id}`, body);
    }
  }
  return state;
}

/** Waits until no asynchronous operation is under way. */
async function settled(fixture: ExampleFixture): Promise<void> {
  await expect
    .poll(async () => {
      const text = `SELECT count(*)::int AS n FROM operation WHERE workspace_id = $1 AND status NOT IN ('succeeded', 'failed', 'cancelled', 'timed_out')`;
      return (await api.database.pool.query(text, [fixture.workspaceId])).rows[0]?.n;
    })
    .toBe(0);
}

/** Compares a plan with two states of the workspace. @returns the fields that were compared */
function compare(plan: ChangePlan, before: State, after: State): number {
  const listed = new Set(Object.keys(LISTS).map((id) => declarationOf(id as PublicOperationId).resource));
  const planned = plan.changes.filter(({ resource_type }) => listed.has(resource_type));
  const told = planned
    .filter(({ action }) => action !== "update")
    .map(({ action, resource_type, name }) => `${action} ${resource_type} ${name}`);
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
        ? `${one.action} ${one.resource_type} ${one.name}` === `create ${nameIn(key, after)}`
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

function nameIn(key: string, state: State): string {
  const { name, label } = state.get(key) ?? {};
  return `${key.split(" ")[0]} ${name ?? (label === "" || label === undefined ? null : label)}`;
}

test(`${STEPS} random changes, each planned first, do what their plans say (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const random = randomFrom(SEED);
  const fixture = new ExampleFixture(api, await api.createTenant());
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const counts = { planned: 0, made: 0, refused: 0, fields: 0, costs: 0 };
  const operationsMade = new Map<string, number>();
  let number = 0;

  /** A request for the present state: any action on any resource, sensible or not. */
  function nextRequest(state: State): readonly [PublicOperationId, AnyRequest] | undefined {
    const idsOf = (type: string) =>
      [...state.keys()].filter((key) => key.startsWith(`${type} `)).map((key) => key.split(" ")[1] ?? "");
    const [vm_id, volume_id, bucket_name] = [pick(idsOf("cloud_vm")), pick(idsOf("volume")), pick(idsOf("bucket"))];
    const [vpc_id, reserved_ip_id, firewall_group_id] = [
      pick(idsOf("vpc")),
      pick(idsOf("reserved_ip")),
      pick(idsOf("firewall_group")),
    ];
    const [ssh_key_id, store_id, webhook_id] = [
      pick(idsOf("ssh_key")),
      pick(idsOf("secret_store")),
      pick(idsOf("webhook")),
    ];
    const name = `random-${++number}`;
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ random";
    const requests: readonly (readonly [PublicOperationId, AnyRequest, ...(string | undefined)[]])[] = [
      ["cloudVm.create", { body: { name, plan_id: "plan-small", template_id: "debian-13", site_id: SITE } }],
      ["cloudVm.create", { body: { name, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE } }],
      ["cloudVm.stop", { params: { vm_id } }, vm_id],
      ["cloudVm.start", { params: { vm_id } }, vm_id],
      ["cloudVm.reboot", { params: { vm_id } }, vm_id],
      ["cloudVm.update", { params: { vm_id }, body: { name, tags: [name] } }, vm_id],
      ["cloudVm.resizePlan", { params: { vm_id }, body: { plan_id: pick(["plan-small", "plan-medium"]) } }, vm_id],
      ["cloudVm.resizeRootDisk", { params: { vm_id }, body: { disk_gb: 50 + Math.floor(random() * 100) } }, vm_id],
      ["cloudVm.rescue", { params: { vm_id }, body: { enabled: random() < 0.5 } }, vm_id],
      ["cloudVm.delete", { params: { vm_id } }, vm_id],
      ["volume.create", { body: { name, size_gb: 10, site_id: SITE } }],
      ["volume.attach", { params: { volume_id }, body: { vm_id } }, volume_id, vm_id],
      ["volume.detach", { params: { volume_id } }, volume_id],
      ["volume.resize", { params: { volume_id }, body: { size_gb: 10 + Math.floor(random() * 50) } }, volume_id],
      ["volume.update", { params: { volume_id }, body: { name } }, volume_id],
      ["volume.delete", { params: { volume_id } }, volume_id],
      ["bucket.create", { body: { name, region: "eu-central-1" } }],
      ["bucket.update", { params: { bucket_name }, body: { is_public: random() < 0.5 } }, bucket_name],
      ["bucket.delete", { params: { bucket_name } }, bucket_name],
      ["vpc.create", { body: { name, site_id: SITE, cidr: `10.${number % 200}.0.0/16` } }],
      ["vpc.update", { params: { vpc_id }, body: { name } }, vpc_id],
      ["vpc.delete", { params: { vpc_id } }, vpc_id],
      ["reservedIp.create", { body: { site_id: SITE, label: name } }],
      ["reservedIp.attach", { params: { reserved_ip_id }, body: { vm_id } }, reserved_ip_id, vm_id],
      ["reservedIp.detach", { params: { reserved_ip_id } }, reserved_ip_id],
      ["reservedIp.delete", { params: { reserved_ip_id } }, reserved_ip_id],
      ["firewallGroup.create", { body: { name } }],
      ["firewallInstance.link", { params: { firewall_group_id }, body: { vm_id } }, firewall_group_id, vm_id],
      ["firewallGroup.delete", { params: { firewall_group_id } }, firewall_group_id],
      ["sshKey.create", { body: { name, public_key: key } }],
      ["sshKey.update", { params: { ssh_key_id }, body: { name } }, ssh_key_id],
      ["sshKey.delete", { params: { ssh_key_id } }, ssh_key_id],
      ["secretStore.create", { body: { name } }],
      ["secretStore.update", { params: { store_id }, body: { description: name } }, store_id],
      ["secretStore.delete", { params: { store_id } }, store_id],
      [
        "webhook.create",
        { body: { name, url: "https://hooks.example.com/x", event_types: ["bucket.created"], enabled: false } },
      ],
      ["webhook.delete", { params: { webhook_id } }, webhook_id],
    ];
    const possible = requests.filter(([, , ...needed]) => needed.every((id) => id !== undefined));
    const chosen = pick(possible);
    return chosen && [chosen[0], chosen[1]];
  }

  try {
    for (let step = 0; step < STEPS; step++) {
      await settled(fixture);
      const before = await stateOf(fixture);
      const [id, request] = nextRequest(before) ?? [];
      if (id === undefined || request === undefined) continue;
      const operation = declarationOf(id);
      const hourlyBefore = await charged(fixture);
      const asked = await fixture.send(operation, request, { query: { dry_run: "true" }, key: null });
      counts.planned++;
      if (asked.status !== 200) {
        const done = await fixture.send(operation, request);
        expect({ id, status: done.status, code: done.body.code }).toEqual({
          id,
          status: asked.status,
          code: asked.body.code,
        });
        counts.refused++;
        continue;
      }
      const plan = await planOf(fixture, operation, request);
      expect(await stateOf(fixture)).toEqual(before);
      const done = await fixture.send(operation, request);
      expect({ id, status: done.status }).toEqual({ id, status: plan.would_answer });
      await settled(fixture);
      counts.fields += compare(plan, before, await stateOf(fixture));
      expect({ id, added: ((await charged(fixture)) - hourlyBefore).toFixed(6) }).toEqual({
        id,
        added: Number(plan.cost.hourly_delta).toFixed(6),
      });
      counts.costs++;
      counts.made++;
      operationsMade.set(id, (operationsMade.get(id) ?? 0) + 1);
    }
  } finally {
    console.info(JSON.stringify({ seed: SEED, ...counts, operations: Object.fromEntries(operationsMade) }));
  }
});

/** What the workspace is charged for an hour. */
async function charged({ workspaceId }: ExampleFixture): Promise<number> {
  const text = `SELECT coalesce(sum(s.hourly_price * c.quantity), 0)::float8 AS hourly FROM charge c JOIN sku s USING (sku_code)
                 WHERE c.workspace_id = $1 AND c.charged_until IS NULL`;
  return (await api.database.pool.query(text, [workspaceId])).rows[0]?.hourly;
}
