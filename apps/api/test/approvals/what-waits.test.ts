// An update that does what a deletion does has to be approved, too.
import type { PublicOperationId } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";
import { databaseState } from "../database-state.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { rejectAll } from "./adversary-fixture.ts";
import { example, filledBucket, type Loss, loss } from "./losses.ts";

let api: Api;
let people: ConsoleFixture;
let fixture: ExampleFixture;
let guarded: string;
beforeAll(async () => {
  api = await startApi();
  people = await ConsoleFixture.open(api);
  fixture = new ExampleFixture(api, people.tenant);
  guarded = await people.token({ guard: "approve_destructive" });
});
afterAll(() => api.close());

type Arranged = (fixture: ExampleFixture) => Promise<Loss>;

/** The example of an operation with another body. */
const sending =
  (id: PublicOperationId, body: object): Arranged =>
  async (of) => {
    const { operation, request } = await example(id)(of);
    return { operation, request: { ...request, body: { ...body } }, counts: 1 };
  };

const lockedObject =
  (id: "objectLegalHold.put" | "objectRetention.put", set: object, end: object) => async (of: ExampleFixture) => {
    const { operation, request } = await example(id)(of);
    await of.makeAny(operation, { ...request, body: { ...set } });
    return { operation, request: { ...request, body: { ...end } }, counts: 1 };
  };

const PROTECTED = ["cloudVm", "gpuVm", "volume", "vpc", "reservedIp", "loadBalancer", "secretStore"] as const;
const GOVERNANCE = { mode: "GOVERNANCE", retain_until: "2099-01-31T00:00:00Z" };

/** Requests that take away a protection, each beside the one that adds it. */
const PROTECTIONS: Readonly<Record<string, readonly [takes: Arranged, adds: Arranged | null]>> = {
  ...Object.fromEntries(
    PROTECTED.map((family) => {
      const set = (deletion_protection: boolean) => sending(`${family}.update`, { deletion_protection });
      return [`the deletion protection of ${family}`, [set(false), set(true)] as const];
    }),
  ),
  "the deletion protection of bucket": [
    sending("bucket.update", { is_public: false, deletion_protection: false }),
    sending("bucket.update", { is_public: false, deletion_protection: true }),
  ],
  "a legal hold": [
    lockedObject("objectLegalHold.put", { legal_hold: true }, { legal_hold: false }),
    sending("objectLegalHold.put", { legal_hold: true }),
  ],
  "a retention": [
    lockedObject("objectRetention.put", GOVERNANCE, { mode: null, retain_until: null, bypass_governance: true }),
    sending("objectRetention.put", GOVERNANCE),
  ],
  "most of a retention": [
    lockedObject("objectRetention.put", GOVERNANCE, {
      ...{ mode: "GOVERNANCE", retain_until: "2098-01-31T00:00:00Z", bypass_governance: true },
    }),
    lockedObject("objectRetention.put", GOVERNANCE, { mode: "GOVERNANCE", retain_until: "2100-01-31T00:00:00Z" }),
  ],
  "the retention of new objects": [sending("bucketObjectLock.put", { default_retention: null }), null],
  "versions of objects": [
    async (of) => {
      const params = { bucket_name: await filledBucket(of, ["a"]) };
      await of.make("bucketVersioning.put", { params, body: { status: "enabled" } });
      return loss("bucketVersioning.put", { params, body: { status: "suspended" } }, 1);
    },
    null,
  ],
  "the archive of a store": [example("secretStore.unarchive"), example("secretStore.archive")],
  "the backups of a VM": [example("backupPolicy.disable"), null],
  "the backups of a GPU VM": [example("gpuBackupPolicy.disable"), null],
};

const ANYWHERE = { remote_targets: ["0.0.0.0/0"], port_start: 1, port_end: 65_535 };

/** Updates that open, shut, replace or switch off what a deletion would end. */
const UPDATES: readonly (readonly [PublicOperationId, object?])[] = [
  ["firewallRule.update", { enabled: false }],
  ["firewallRule.update", ANYWHERE],
  ["firewallRule.update", { action: "drop" }],
  ["firewallGroup.update", { is_default: true }],
  ["firewallInstance.link"],
  ["firewallInstance.unlink"],
  ["cloudVm.update", { firewall_group_ids: [] }],
  ["gpuVm.update", { firewall_group_ids: [] }],
  ["cloudVm.update", { tags: ["web"] }],
  ["vpc.update", { ipv6: true }],
  ["subnet.update", { dns: ["192.0.2.53"] }],
  ["subnet.update", { firewall_group_ids: [] }],
  ["vpcNode.attach"],
  ["vpcNode.detach"],
  ["reservedIp.attach"],
  ["reservedIp.detach"],
  ["reservedIp.move"],
  ["loadBalancerConfiguration.put"],
  ["loadBalancerListener.update"],
  ["loadBalancerPool.update"],
  ["loadBalancerTarget.update", { enabled: false }],
  ["loadBalancerTarget.update", { weight: 0 }],
  ["cdnDistribution.update", { enabled: false }],
  ["cdnWebsite.put"],
  ["bucketCors.put"],
  ["secret.update", { expires_at: "2099-01-01T00:00:00Z" }],
  ["secretVersion.disable"],
  ["secretVersion.enable"],
  ["backupPolicy.update", { schedule: { frequency: "weekly" } }],
  ["alertRule.update", { enabled: false }],
  ["budget.update", { amount: "1000000" }],
  ["webhook.update", { enabled: false }],
  ["webhook.update", { url: "https://hooks.example.com/elsewhere" }],
  ["webhook.rotate"],
];

/** Requests that give away what only members and credentials could read, or let traffic in, and count as that. */
const OPENINGS: readonly (readonly [PublicOperationId, nth?: number])[] = [
  ["cdnDistribution.create"],
  ["cdnUrl.generate"],
  ["webhook.create"],
  ["firewallRule.create"],
  ["portForward.create"],
  ["loadBalancer.create", 1],
  ["loadBalancerListener.create"],
  ["loadBalancerTarget.create"],
];

/** The same operations, where they only say what something is called. */
const NAMES: readonly (readonly [PublicOperationId, object])[] = [
  ["firewallRule.update", { description: "HTTPS" }],
  ["firewallGroup.update", { description: "another" }],
  ["cloudVm.update", { name: "renamed" }],
  ["subnet.update", { name: "renamed" }],
  ["loadBalancerListener.update", { name: "renamed" }],
  ["loadBalancerPool.update", { name: "renamed" }],
  ["cdnDistribution.update", { name: "renamed" }],
  ["secret.update", { description: "another" }],
  ["alertRule.update", { description: "another" }],
  ["budget.update", { name: "renamed" }],
  ["webhook.update", { description: "another" }],
];

async function expectToWait({ operation, request, counts }: Loss) {
  const ceiling = await api.createToken(people.tenant, { ceilings: { max_deletions_per_hour: 0 } });
  const before = await databaseState(api.database);
  const asked = await fixture.send(operation, request, { token: guarded });
  expect([asked.status, asked.body.code], asked.text).toEqual([403, "approval_required"]);
  const { approval_id } = asked.body;
  if (counts > 0) {
    const counted = await fixture.send(operation, request, { token: ceiling });
    expect([counted.status, counted.body.code], counted.text).toEqual([403, "ceiling_reached"]);
  }
  const after: Record<string, string> = { ...(await databaseState(api.database)) };
  for (const trail of ["approval", "audit_event", "event", "change"]) delete after[`public.${trail}`];
  expect(before).toMatchObject(after);
  const { value, refusal } = await people.call("approval.approve", { ...people.workspace, approval_id });
  expect(refusal).toBeUndefined();
  const outcome = { status: operation.success, code: null, detail: null, differences: [] };
  expect(value).toMatchObject({ status: "carried_out", outcome });
}

test.each(Object.entries(PROTECTIONS))("%s is taken away by a person, or within the ceiling", async (_, [takes]) => {
  await expectToWait(await takes(fixture));
  await rejectAll(api);
});

test.each(UPDATES.map(([id, body]) => [id, body] as const))(
  "%s waits for a person, or counts (%j)",
  async (id, body) => {
    const arranged = body === undefined ? example(id) : sending(id, body);
    await expectToWait(await arranged(fixture));
    await rejectAll(api);
  },
);

test.each([
  { allowed_ip_ranges: ["203.0.113.9/32"] },
  { expires_at: "2099-01-01T00:00:00Z" },
  { guard: "plan_only" },
  { max_resources_per_hour: 0 },
])("a token changes no other one without a person, or uncounted (%j)", async (body) => {
  // A token changes none that is held less.
  const other = await people.token({ guard: "approve_destructive", ceilings: { max_deletions_per_hour: 0 } });
  const { token_id } = (await people.send(other, "GET", "/token")).body;
  await expectToWait(loss("apiToken.update", { params: { token_id }, body }, 1));
  await rejectAll(api);
});

test.each(OPENINGS.map(([id, nth]) => [id, nth] as const))("%s waits for a person", async (id, nth) => {
  await expectToWait({ ...(await example(id, nth)(fixture)), counts: 0 });
  await rejectAll(api);
});

test("a bucket is made public by a person, or within the ceiling, and private at once", async () => {
  await expectToWait(await sending("bucket.update", { is_public: true })(fixture));
  const body = { name: fixture.name(), region: "eu-central-1" };
  await expectToWait(loss("bucket.create", { body: { ...body, is_public: true } }, 0));
  const bucket = `/object-storage/buckets/${body.name}`;
  expect((await people.send(guarded, "PATCH", bucket, { body: { is_public: false } })).status).toBe(200);
  const other = { name: fixture.name(), region: "eu-central-1" };
  expect((await people.send(guarded, "POST", "/object-storage/buckets", { body: other })).status).toBe(201);
  await rejectAll(api);
});

test("a load balancer that leads nowhere yet is made at once", async () => {
  const { operation, request } = await example("loadBalancer.create")(fixture);
  const done = await fixture.send(operation, request, { token: guarded });
  expect(done.status, done.text).toBe(operation.success);
});

test.each(NAMES)("%s is done at once (%j)", async (id, body) => {
  const { operation, request } = await sending(id, body)(fixture);
  const done = await fixture.send(operation, request, { token: guarded });
  expect(done.status, done.text).toBe(operation.success);
});

test("a token changes itself without a person", async () => {
  const token = await api.createToken(people.tenant, {
    ...{ guard: "approve_destructive", ceilings: { max_deletions_per_hour: 0 } },
  });
  const own = (await people.send(token, "GET", "/token")).body.token_id;
  const done = await people.send(token, "PATCH", `/tokens/${own}`, { body: { max_resources_per_hour: 5 } });
  expect(done.status, done.text).toBe(200);
});

const added = Object.entries(PROTECTIONS).flatMap(([name, [, adds]]) => (adds === null ? [] : [[name, adds] as const]));

test.each(added)("%s is added at once", async (_, adds) => {
  const { operation, request } = await adds(fixture);
  const done = await fixture.send(operation, request, { token: guarded });
  expect(done.status, done.text).toBe(operation.success);
});
