// What is approved is carried out once, as the token's, if its plan is still the same.
import { afterAll, expect, test } from "vitest";
import type { ConsoleFixture } from "../console-fixture.ts";
import { openApprovals } from "./approvals-fixture.ts";

const { api, fixture, bucketNamed, makeBucket, decide, outcomeFor, setTwoPeople, isThere, expectWaiting } =
  await openApprovals();
afterAll(() => api.close());

test("what deletes waits, is approved, and is done once; what creates is done at once", async () => {
  const token = await fixture.token({ guard: "approve_destructive" });
  const name = bucketNamed();
  const made = await fixture.send(token, "POST", "/object-storage/buckets", { body: { name, region: "eu-central-1" } });
  expect(made.status, made.text).toBe(201);
  const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
  // The same request waits once.
  expect(expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`))).toBe(approvalId);
  expect(await isThere(name)).toBe(true);
  expect(await outcomeFor(token, approvalId)).toMatchObject({
    status: "pending",
    outcome: null,
    operation: "bucket.delete",
  });
  const { value, refusal } = await decide("approve", approvalId);
  expect(refusal).toBeUndefined();
  expect(value).toMatchObject({
    status: "carried_out",
    outcome: { status: 200 },
    decided_by: { user_id: fixture.people.owner },
  });
  expect(await isThere(name)).toBe(false);
  expect(await outcomeFor(token, approvalId)).toMatchObject({
    status: "carried_out",
    outcome: { status: 200, code: null },
  });
  expect((await decide("approve", approvalId)).refusal?.code).toBe("approval_decided");
  expect((await decide("reject", approvalId)).refusal?.code).toBe("approval_decided");
  const { rows } = await api.database.pool.query(
    `SELECT action, actor_type, result FROM audit_event
       WHERE request_id = (SELECT request_id FROM audit_event WHERE action = 'approval.approve' AND result = 200
       AND resource_id = $1) ORDER BY action`,
    [approvalId],
  );
  expect(rows).toEqual([
    { action: "approval.approve", actor_type: "user", result: 200 },
    { action: "bucket.delete", actor_type: "token", result: 200 },
  ]);
  const events = await fixture.send(fixture.tenant.token, "GET", "/events", { query: { resource_id: approvalId } });
  expect(events.body.map(({ type }: { type: string }) => type)).toEqual(["approval.approved", "approval.requested"]);
});

test("the request's idempotency key gets the answer of what was approved", async () => {
  const token = await fixture.token({ guard: "approve_all" });
  const body = { name: "guarded-key", permission: "read_write" };
  const send = (key: string | null) => fixture.send(token, "POST", "/object-storage/access-keys", { body, key });
  const keyless = await send(null);
  expect(keyless.status).toBe(400);
  expect(keyless.body.errors).toEqual([{ field: "X-Idempotency-Key", message: expect.any(String) }]);
  const approvalId = expectWaiting(await send("once"));
  const { value } = await decide("approve", approvalId);
  expect(value).toMatchObject({ status: "carried_out", outcome: { status: 201 } });
  expect(JSON.stringify(value)).not.toContain("secret_access_key");
  const answer = await send("once");
  expect([answer.status, answer.headers["idempotency-replayed"]]).toEqual([201, "true"]);
  expect(answer.body.secret_access_key).toEqual(expect.any(String));
  const { rows } = await api.database.pool.query("SELECT count(*)::int AS keys FROM access_key WHERE name = $1", [
    body.name,
  ]);
  expect(rows).toEqual([{ keys: 1 }]);
});

test("what changed meanwhile is not done, and the outcome says what differs", async () => {
  const token = await fixture.token({ guard: "approve_all" });
  const name = await makeBucket();
  const path = `/object-storage/buckets/${name}`;
  const approvalId = expectWaiting(await fixture.send(token, "PATCH", path, { body: { is_public: true } }));
  await fixture.send(fixture.tenant.token, "PATCH", path, { body: { is_public: true } });
  const { value } = await decide("approve", approvalId);
  expect(value).toMatchObject({ status: "failed", outcome: { status: 409, code: "plan_changed" } });
  const { outcome } = await outcomeFor(token, approvalId);
  expect(outcome.differences).toEqual([expect.stringContaining(name)]);
});

test("what would be refused now has failed", async () => {
  const token = await fixture.token({ guard: "approve_destructive" });
  const name = await makeBucket();
  const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
  await fixture.send(fixture.tenant.token, "DELETE", `/object-storage/buckets/${name}`);
  const { value } = await decide("approve", approvalId);
  expect(value).toMatchObject({ status: "failed", outcome: { status: 404, code: "not_found" } });
});

test("what other requests do to the same quotas does not matter", async () => {
  const token = await fixture.token({ guard: "approve_all" });
  const body = { name: bucketNamed(), region: "eu-central-1" };
  const approvalId = expectWaiting(await fixture.send(token, "POST", "/object-storage/buckets", { body }));
  await makeBucket();
  expect((await decide("approve", approvalId)).value).toMatchObject({ status: "carried_out" });
});

test("an expired request, and one of a token that is revoked, expired or elsewhere, is not done", async () => {
  const ask = async (options: Parameters<ConsoleFixture["token"]>[0] = {}) => {
    const token = await fixture.token({ ...options, guard: "approve_destructive" });
    const name = await makeBucket();
    const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
    const { token_id } = (await fixture.send(token, "GET", "/token")).body;
    return { name, approvalId, token_id, token };
  };
  const expired = await ask();
  await api.database.pool.query("UPDATE approval SET expires_at = now() WHERE approval_id = $1", [expired.approvalId]);
  expect((await decide("approve", expired.approvalId)).refusal?.code).toBe("approval_decided");
  expect(await outcomeFor(expired.token, expired.approvalId)).toMatchObject({ status: "expired" });
  await api.reconcile("end-approvals");
  const { rows } = await api.database.pool.query("SELECT status, sealed_input FROM approval WHERE approval_id = $1", [
    expired.approvalId,
  ]);
  expect(rows).toEqual([{ status: "expired", sealed_input: null }]);

  const revoked = await ask();
  await fixture.send(fixture.tenant.token, "DELETE", `/tokens/${revoked.token_id}`);
  expect((await decide("approve", revoked.approvalId)).refusal?.message).toContain("cancelled");

  const outdated = await ask();
  await api.database.pool.query("UPDATE api_token SET expires_at = now() WHERE token_id = $1", [outdated.token_id]);
  expect((await decide("approve", outdated.approvalId)).value).toMatchObject({
    status: "failed",
    outcome: { status: 401, detail: "The token has expired." },
  });

  const elsewhere = await ask();
  await api.database.pool.query(
    "UPDATE api_token SET workspace_policy = 'specific_workspaces', workspace_ids = ARRAY[$2::bigint] WHERE token_id = $1",
    [elsewhere.token_id, fixture.tenant.otherWorkspaceId],
  );
  expect((await decide("approve", elsewhere.approvalId)).value).toMatchObject({
    status: "failed",
    outcome: { status: 403, code: "workspace_forbidden" },
  });
  for (const { name } of [expired, revoked, outdated, elsewhere]) expect(await isThere(name)).toBe(true);
});

test.each([false, true])(
  "a signed URL is not answered where who has approved it was removed since (two people: %s)",
  async (two) => {
    await setTwoPeople(two);
    try {
      const [staying, leaving] = [await fixture.member("developer"), await fixture.member("developer")];
      const token = await fixture.token({ guard: "approve_destructive" });
      const path = `/object-storage/buckets/${await makeBucket()}/upload-urls`;
      const send = () => fixture.send(token, "POST", path, { body: { object_key: "a.txt" } });
      const approvalId = expectWaiting(await send());
      for (const who of two ? [leaving, staying] : [leaving]) await decide("approve", approvalId, who);
      expect(await outcomeFor(token, approvalId)).toMatchObject({ status: "approved" });
      await fixture.make("member.remove", { ...fixture.organization, user_id: leaving, keep_credentials: true });
      expect(expectWaiting(await send())).toBe(approvalId);
      expect(await outcomeFor(token, approvalId)).toMatchObject({
        status: "pending",
        first_approved_by: two ? { user_id: staying } : null,
        decided_by: null,
      });
      expect((await decide("approve", approvalId)).value).toMatchObject({ status: "approved" });
      expect((await send()).status).toBe(200);
    } finally {
      await setTwoPeople(false);
    }
  },
);

test("of approvals at the same time, one carries it out", async () => {
  const token = await fixture.token({ guard: "approve_all" });
  const body = { name: bucketNamed(), region: "eu-central-1" };
  const approvalId = expectWaiting(await fixture.send(token, "POST", "/object-storage/buckets", { body }));
  const { owner, admin, developer } = fixture.people;
  const all = await Promise.all([owner, admin, developer, owner].map((who) => decide("approve", approvalId, who)));
  expect(all.filter(({ value }) => value?.status === "carried_out")).toHaveLength(1);
  for (const { refusal } of all) if (refusal !== undefined) expect(refusal.code).toBe("approval_decided");
});

test("a signed URL is answered once to the same request after it was approved", async () => {
  const token = await fixture.token({ guard: "approve_destructive" });
  const name = await makeBucket();
  const send = (object_key: string) =>
    fixture.send(token, "POST", `/object-storage/buckets/${name}/upload-urls`, { body: { object_key } });
  const first = await send("a.txt");
  const approvalId = expectWaiting(first);
  expect((await outcomeFor(token, approvalId)).fields).toContainEqual({
    ...{ field: "object_key", shown_as: "value", value: "a.txt", text: null },
  });
  expect((await decide("approve", approvalId)).value).toMatchObject({ status: "approved" });
  expectWaiting(await send("b.txt"));
  const answered = await send("a.txt");
  expect(answered.status, answered.text).toBe(200);
  expect(await outcomeFor(token, approvalId)).toMatchObject({ status: "carried_out" });
  expectWaiting(await send("a.txt"));
});

test("a connection that breaks while a request is carried out leaves it waiting, and it is done the next time", async () => {
  const token = await fixture.token({ guard: "approve_destructive" });
  const name = await makeBucket();
  const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
  const { pool } = api.database;
  const holder = await pool.connect();
  try {
    await holder.query("BEGIN");
    // It is planned, and then waits for this.
    await holder.query("SELECT FROM approval WHERE approval_id = $1 FOR UPDATE", [approvalId]);
    const deciding = decide("approve", approvalId);
    const waiting = () =>
      pool.query<{ pid: number }>(
        `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted
           AND a.datname = current_database()`,
      );
    await expect.poll(async () => (await waiting()).rows).toHaveLength(1);
    const { rows } = await waiting();
    await pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
    expect((await deciding).refusal?.kind).toMatch(/unavailable|internal/);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  expect(await isThere(name)).toBe(true);
  expect(await outcomeFor(token, approvalId)).toMatchObject({ status: "pending" });
  expect((await decide("approve", approvalId)).value).toMatchObject({ status: "carried_out" });
  expect(await isThere(name)).toBe(false);
});
