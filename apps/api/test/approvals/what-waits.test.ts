// What a deletion has to be approved for, an update has to be approved for, too.
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

/** What takes away a protection, each beside what adds it. */
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

async function expectToWait({ operation, request, counts }: Loss) {
  const ceiling = await api.createToken(people.tenant, { ceilings: { max_deletions_per_hour: 0 } });
  const before = await databaseState(api.database);
  const asked = await fixture.send(operation, request, { token: guarded });
  expect([asked.status, asked.body.code], asked.text).toEqual([403, "approval_required"]);
  const { approval_id } = asked.body;
  const counted = await fixture.send(operation, request, { token: ceiling });
  if (counts > 0) expect([counted.status, counted.body.code], counted.text).toEqual([403, "ceiling_reached"]);
  const after: Record<string, string> = { ...(await databaseState(api.database)) };
  for (const trail of ["approval", "audit_event", "event", "change"]) delete after[`public.${trail}`];
  if (counts > 0) expect(before).toMatchObject(after);
  const { value, refusal } = await people.call("approval.approve", { ...people.workspace, approval_id });
  expect(refusal).toBeUndefined();
  expect(value).toMatchObject({ status: "carried_out", outcome: { status: operation.success } });
}

test.each(Object.entries(PROTECTIONS))("%s is taken away by a person, or within the ceiling", async (_, [takes]) => {
  await expectToWait(await takes(fixture));
  await rejectAll(api);
});

const added = Object.entries(PROTECTIONS).flatMap(([name, [, adds]]) => (adds === null ? [] : [[name, adds] as const]));

test.each(added)("%s is added at once", async (_, adds) => {
  const { operation, request } = await adds(fixture);
  const done = await fixture.send(operation, request, { token: guarded });
  expect(done.status, done.text).toBe(operation.success);
});
