// A plan comes true, for every operation that changes something, from its examples.
import { ChangePlan, resourceOf } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseState } from "../database-state.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";
import { HeldPrograms } from "./happened.ts";
import { hourlyOf, planOf, recordOf, withoutChosen } from "./plan-fixture.ts";

let api: ArrangedApi;
let programs: HeldPrograms;
const counted = { plans: 0, changes: 0, fields: 0, costs: 0 };
beforeAll(async () => {
  api = await startArrangedApi();
  programs = await HeldPrograms.open(api.own);
}, ARRANGING_MS);
afterAll(() => {
  // The figures of the report.
  console.info(JSON.stringify({ ...counted, ...programs.checked }));
  return api.close();
});

const changing = eachOperation.filter(([, operation]) => !operation.safe);
const safe = eachOperation.filter(([, operation]) => operation.safe);

describe.each(changing)("%s", (id, operation) => {
  test("is planned without a trace, and does what its plan and the table of effects say", async () => {
    const fixture = api.own;
    for (const request of fixture.requests(operation)) {
      const before = await databaseState(api.database);
      const plan = await planOf(fixture, operation, request);
      expect(ChangePlan.safeParse(plan).error).toBeUndefined();
      const { "public.audit_event": _, ...after } = await databaseState(api.database);
      expect(before).toMatchObject(after);
      counted.plans++;

      const known = { ...request.params, ...request.body };
      for (const change of plan.changes) {
        const record = change.id === null ? undefined : await recordOf(fixture, change, change.id, known);
        if (record === null || record === undefined) continue;
        for (const { field, from } of change.fields)
          if (field in record) expect({ field, from: record[field] }).toEqual({ field, from });
      }
      const hourly = await hourlyOf(api, fixture.tenant.organizationId);
      const answer = await programs.carryOut(operation, request, async () => undefined);
      expect(answer.status, answer.text).toBe(plan.would_answer);

      // Without a worker, what takes time stays on its way.
      if (plan.steps.length > 0) continue;
      for (const change of plan.changes) {
        const made = answer.body[resourceOf(change.resource_type).field] ?? answer.body.id;
        const isMade = change.resource_type === operation.resource && typeof made === "string";
        const changed = change.id ?? (isMade ? made : "");
        const record = await recordOf(fixture, change, changed, known);
        if (record === null) continue;
        counted.changes++;
        if (change.action === "delete") {
          const gone = record === undefined || record.status === "deleted" || record.status === "deleting";
          expect(gone || record?.restorable_until != null, JSON.stringify(record)).toBe(true);
          continue;
        }
        for (const { field, to } of change.fields) {
          if (to === null && change.action === "create") continue;
          // Another token makes it than plans it.
          if (!(field in (record ?? {})) || field === "created_by") continue;
          counted.fields++;
          expect(withoutChosen(record?.[field], to), `${id} ${field}`).toEqual(to);
        }
      }
      const isLeaving = plan.changes.some(({ action }) => action === "delete");
      if (isLeaving) continue;
      counted.costs++;
      const added = (await hourlyOf(api, fixture.tenant.organizationId)) - hourly;
      expect(Number(plan.cost.hourly_delta)).toBeCloseTo(added, 8);
    }
  });
});

test.each(safe)("%s refuses dry_run, because it changes nothing", async (_, operation) => {
  const response = await api.own.send(operation, api.own.request(operation), { query: { dry_run: "true" } });
  expectError(response, 400, "invalid_request");
  expect(response.body.errors).toEqual([{ field: "dry_run", message: expect.any(String) }]);
});

test("a dry run is audited as one, is no event, and takes true or false", async () => {
  const fixture = new ExampleFixture(api, await api.createTenant());
  const body = { name: "planned", region: "eu-central-1" };
  const sent = (dry_run: string) =>
    api.request("POST", "/object-storage/buckets", {
      ...{ token: fixture.token, workspaceId: fixture.workspaceId, query: { dry_run }, key: "one-key", body },
    });
  expect((await sent("yes")).body.errors).toEqual([{ field: "dry_run", message: "must be true or false" }]);
  expect((await sent("true")).status).toBe(200);
  const of = { token: fixture.token, workspaceId: fixture.workspaceId };
  expect((await api.request("GET", "/audit-events", of)).body).toMatchObject([
    { action: "bucket.create", planned: true, result: 200 },
  ]);
  expect((await api.request("GET", "/events", of)).body).toEqual([]);
  // The key of the dry run was not claimed.
  const made = await sent("false");
  expect([made.status, made.headers["idempotency-replayed"]]).toEqual([201, undefined]);
});
