// A guarded token's request waits for a person, who sees what it is.
import type { TokenGuard } from "@fulmar/contract";
import { resealStoredValues } from "@fulmar/core/operator";
import { afterAll, expect, test } from "vitest";
import { databaseState } from "../database-state.ts";
import { openApprovals } from "./approvals-fixture.ts";

const { api, fixture, bucketNamed, makeBucket, decide, outcomeFor, expectWaiting } = await openApprovals();
afterAll(() => api.close());

test("a token sees its own, and another workspace none", async () => {
  const [one, other] = [await fixture.token({ guard: "approve_all" }), await fixture.token({ guard: "approve_all" })];
  const name = await makeBucket();
  const approvalId = expectWaiting(await fixture.send(one, "DELETE", `/object-storage/buckets/${name}`));
  expect((await fixture.send(other, "GET", `/approvals/${approvalId}`)).status).toBe(404);
  expect((await fixture.send(other, "GET", "/approvals")).body).toEqual([]);
  const listed = await fixture.send(one, "GET", "/approvals", { query: { status: "pending" } });
  expect(listed.body).toMatchObject([{ approval_id: approvalId, request: `DELETE /object-storage/buckets/${name}` }]);
  const elsewhere = { workspaceId: fixture.tenant.otherWorkspaceId };
  expect((await fixture.send(one, "GET", `/approvals/${approvalId}`, elsewhere)).status).toBe(404);
});

test("a token has at most 20 requests that wait", async () => {
  const token = await fixture.token({ guard: "approve_all" });
  const send = (name: string) =>
    fixture.send(token, "POST", "/object-storage/buckets", { body: { name, region: "eu-central-1" } });
  const answers = await Promise.all(Array.from({ length: 25 }, () => send(bucketNamed())));
  expect(answers.filter(({ body }) => body.code === "approval_required")).toHaveLength(20);
  expect(answers.filter(({ body }) => body.code === "approvals_waiting")).toHaveLength(5);
});

test("a token that may only plan changes nothing, and plans", async () => {
  const token = await fixture.token({ guard: "plan_only" });
  const name = await makeBucket();
  const before = await databaseState(api.database);
  const path = `/object-storage/buckets/${name}`;
  for (const [method, at] of [
    ["DELETE", path],
    ["POST", `${path}/upload-urls`],
  ] as const) {
    const body = method === "POST" ? { object_key: "a" } : undefined;
    const refused = await fixture.send(token, method, at, body === undefined ? {} : { body });
    expect([refused.status, refused.body.code]).toEqual([403, "plan_only_token"]);
  }
  expect(await databaseState(api.database)).toEqual(before);
  expect((await fixture.send(token, "GET", path)).status).toBe(200);
  const planned = await fixture.send(token, "DELETE", path, { key: null, query: { dry_run: "true" } });
  expect(planned.body.changes).toMatchObject([{ action: "delete", resource_type: "bucket" }]);
});

test.each(["none", "approve_destructive", "approve_all", "plan_only"] as TokenGuard[])(
  "the token's own record says that its guard is %s",
  async (guard) => {
    const token = await fixture.token({ guard, ceilings: { max_added_cost_per_hour: "0.50" } });
    expect((await fixture.send(token, "GET", "/token")).body).toMatchObject({
      guard,
      max_deletions_per_hour: null,
      max_added_cost_per_hour: "0.5",
      max_resources_per_hour: null,
    });
  },
);

test("a request that another release let wait is shown until it is decided", async () => {
  const token = await fixture.token({ guard: "approve_destructive" });
  const name = await makeBucket();
  const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
  await api.database.pool.query("UPDATE approval SET shown_fields = NULL WHERE approval_id = $1", [approvalId]);
  expect((await outcomeFor(token, approvalId)).fields).toContainEqual({
    ...{ field: "bucket_name", shown_as: "value", value: name, text: null },
  });
  await decide("reject", approvalId);
  expect((await outcomeFor(token, approvalId)).fields).toEqual([]);
});

test("a new secret of the installation seals what waits, and it is carried out", async () => {
  const FORMER = "a secret of tests, long enough to be one";
  const NEXT = "the next secret of an installation!!";
  const token = await fixture.token({ guard: "approve_destructive" });
  const name = await makeBucket();
  const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
  const { rows } = await api.database.pool.query("SELECT sealed_input FROM approval WHERE approval_id = $1", [
    approvalId,
  ]);
  expect(rows[0].sealed_input.toString("latin1")).not.toContain(name);
  expect((await resealStoredValues(api.database, { secrets: [NEXT, FORMER] })).approvals).toBeGreaterThan(0);
  const back = await resealStoredValues(api.database, { secrets: [FORMER, NEXT] });
  expect(back.approvals).toBeGreaterThan(0);
  expect((await decide("approve", approvalId)).value).toMatchObject({ status: "carried_out" });
});
