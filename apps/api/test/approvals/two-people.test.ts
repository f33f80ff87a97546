// Where two people must approve, one alone is not enough, and one alone does not turn the rule off.
import { afterAll, expect, test } from "vitest";
import { openApprovals } from "./approvals-fixture.ts";

const { api, fixture, makeBucket, decide, outcomeFor, setRule, setTwoPeople, isThere, expectWaiting } =
  await openApprovals();
afterAll(() => api.close());

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
    `SELECT detail FROM audit_event WHERE organization_id = $1 AND action = 'organization.setApprovals'
       AND result = 200 ORDER BY at DESC, audit_event_id DESC LIMIT 2`,
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
