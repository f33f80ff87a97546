import { randomUUID } from "node:crypto";
import { ROLES, type Role } from "@fulmar/contract";
import { readInvitation } from "@fulmar/core";
import { registerNewMember } from "@fulmar/core/identity";
import { setWallet } from "@fulmar/core/operator";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, tenancyFixture } from "./tenancy-fixture.ts";

const fixture = tenancyFixture();
const { as, person } = fixture;

/** An organization of the test's own, with one member per role. */
let organization_id: string;
let workspace_id: string;
let people: Record<Role, string>;
beforeEach(async () => {
  ({ organization_id, workspace_id, people } = await fixture.organization());
});

const actions = async () => {
  const events = await fixture.world.database.prisma.auditEvent.findMany({
    where: { organization_id },
    orderBy: { at: "asc" },
  });
  return events.map(({ action }) => action);
};

test.each(ROLES)("an owner invites a person as %s", async (role) => {
  const email = `${randomUUID()}@example.com`;
  const { secret } = await as(people.owner).invitation.create({ organization_id, email, role });
  expect(await readInvitation(fixture.world.database, secret)).toMatchObject({ email, role });
});

test("a new user joins by an invitation once, with its address and role", async () => {
  const email = `${randomUUID()}@example.com`;
  const { secret } = await as(people.admin).invitation.create({
    organization_id,
    email: email.toUpperCase(),
    role: "developer",
  });
  expect(await readInvitation(fixture.world.database, secret)).toMatchObject({
    organization_name: "Engines",
    email,
    role: "developer",
    has_account: false,
  });
  const forms = [1, 2].map(() =>
    registerNewMember(fixture.world.database, { token: secret, name: "Grace", password: "a-long-password" }, {}),
  );
  const outcomes = await Promise.allSettled(forms);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(
    (await as(people.owner).member.list({ workspace_id })).items.filter((row) => row.email === email),
  ).toMatchObject([{ name: "Grace", role: "developer" }]);
  expect(await refusal(readInvitation(fixture.world.database, secret))).toBe("invitation_used");
  expect((await as(people.owner).invitation.list({ workspace_id })).items).toEqual([]);
  expect(await actions()).toEqual(
    expect.arrayContaining(["organization.create", "invitation.create", "invitation.accept"]),
  );
});

test("an existing user accepts an invitation only with the invited account", async () => {
  const email = `${randomUUID()}@example.com`;
  const invited = await person(email);
  const { secret } = await as(people.owner).invitation.create({ organization_id, email, role: "viewer" });
  expect(
    await refusal(
      registerNewMember(fixture.world.database, { token: secret, name: "Other", password: "a-long-password" }, {}),
    ),
  ).toBe("account_exists");
  expect(await refusal(as(await person()).invitation.accept({ token: secret }))).toBe("other_address");
  const twice = await Promise.allSettled([1, 2].map(() => as(invited).invitation.accept({ token: secret })));
  expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await as(invited).session.me()).organizations).toMatchObject([{ organization_id, role: "viewer" }]);
  expect(await refusal(as(people.owner).invitation.create({ organization_id, email, role: "viewer" }))).toBe(
    "already_member",
  );
});

test("an invitation is hashed, unique per address, revocable, expires and ends with its maker's role", async () => {
  const email = `${randomUUID()}@example.com`;
  const invite = (userId: string) => as(userId).invitation.create({ organization_id, email, role: "viewer" });
  const first = await invite(people.owner);
  expect(
    JSON.stringify(await fixture.world.database.prisma.invitation.findMany({ where: { organization_id } })),
  ).not.toContain(first.secret);
  expect(await refusal(invite(people.owner))).toBe("already_invited");
  await as(people.admin).invitation.revoke({ organization_id, invitation_id: first.invitation_id });
  expect(await refusal(readInvitation(fixture.world.database, first.secret))).toBe("not_found");

  const second = await invite(people.owner);
  await fixture.world.database.prisma.invitation.updateMany({
    where: { invitation_id: second.invitation_id },
    data: { expires_at: new Date(0) },
  });
  expect(
    await refusal(
      registerNewMember(
        fixture.world.database,
        { token: second.secret, name: "Late", password: "a-long-password" },
        {},
      ),
    ),
  ).toBe("invitation_expired");

  const third = await invite(people.admin);
  await as(people.owner).member.setRole({ organization_id, user_id: people.admin, role: "viewer" });
  expect(
    await refusal(
      registerNewMember(
        fixture.world.database,
        { token: third.secret, name: "Stale", password: "a-long-password" },
        {},
      ),
    ),
  ).toBe("not_found");
});

test("an admin cannot make or change an owner", async () => {
  const { admin, owner, viewer } = people;
  expect(await refusal(as(admin).invitation.create({ organization_id, email: "o@example.com", role: "owner" }))).toBe(
    "role_insufficient",
  );
  expect(await refusal(as(admin).member.setRole({ organization_id, user_id: viewer, role: "owner" }))).toBe(
    "role_insufficient",
  );
  expect(await refusal(as(admin).member.setRole({ organization_id, user_id: admin, role: "owner" }))).toBe(
    "role_insufficient",
  );
  expect(await refusal(as(admin).member.setRole({ organization_id, user_id: owner, role: "viewer" }))).toBe(
    "role_insufficient",
  );
  expect(await refusal(as(admin).member.remove({ organization_id, user_id: owner }))).toBe("role_insufficient");
});

test("the last owner cannot leave or step down, even when the last two try at once", async () => {
  const { owner } = people;
  expect(await refusal(as(owner).member.setRole({ organization_id, user_id: owner, role: "admin" }))).toBe(
    "last_owner",
  );
  expect(await refusal(as(owner).member.remove({ organization_id, user_id: owner }))).toBe("last_owner");
  const second = await fixture.member(organization_id, "owner");
  const both = await Promise.allSettled([
    as(owner).member.remove({ organization_id, user_id: owner }),
    as(second).member.setRole({ organization_id, user_id: second, role: "viewer" }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await fixture.world.database.prisma.member.count({ where: { organization_id, role: "owner" } })).toBe(1);
});

test("a changed role and a removal apply to the next request", async () => {
  const { developer, owner } = people;
  const create = (name: string) => as(developer).secretStore.create({ workspace_id, name });
  await create("before");
  await as(owner).member.setRole({ organization_id, user_id: developer, role: "viewer" });
  expect(await refusal(create("after"))).toBe("scope_missing");
  expect((await as(developer).secretStore.list({ workspace_id })).items).toHaveLength(1);
  await as(owner).member.remove({ organization_id, user_id: developer });
  expect(await refusal(as(developer).secretStore.list({ workspace_id }))).toBe("workspace_forbidden");
  expect((await as(developer).session.me()).organizations).toEqual([]);
});

test("a member can leave the organization", async () => {
  await as(people.viewer).member.remove({ organization_id, user_id: people.viewer });
  expect((await as(people.viewer).session.me()).organizations).toEqual([]);
});

test("a workspace can be renamed, and deleted only if it is empty and not the last", async () => {
  const owner = as(people.owner);
  expect(await refusal(owner.workspace.delete({ workspace_id, id: workspace_id }))).toBe("last_workspace");
  const second = await owner.workspace.create({ workspace_id, name: "two" });
  expect(await refusal(owner.workspace.update({ workspace_id, id: second.workspace_id, name: "one" }))).toBe(
    "name_taken",
  );
  await owner.secretStore.create({ workspace_id: second.workspace_id, name: "keys" });
  const error = await owner.workspace
    .delete({ workspace_id, id: second.workspace_id })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    cause: { code: "workspace_not_empty", blockers: [{ type: "secret_store", name: "keys" }] },
  });

  const third = await owner.workspace.create({ workspace_id, name: "three" });
  await owner.workspace.delete({ workspace_id, id: third.workspace_id });
  expect(
    (await owner.session.me()).organizations.flatMap(({ workspaces }) => workspaces.map(({ name }) => name)).sort(),
  ).toEqual(["one", "two"]);
  expect(await refusal(owner.secretStore.list({ workspace_id: third.workspace_id }))).toBe("workspace_forbidden");
  expect(await refusal(owner.workspace.delete({ workspace_id, id: third.workspace_id }))).toBe("not_found");
  await owner.workspace.create({ workspace_id, name: "three" });
});

test("creating a resource in a workspace and deleting that workspace never both succeed", async () => {
  const owner = as(people.owner);
  for (let round = 0; round < 10; round++) {
    const place = await owner.workspace.create({ workspace_id, name: `race ${round}` });
    const [made, deleted] = await Promise.allSettled([
      owner.secretStore.create({ workspace_id: place.workspace_id, name: "late" }),
      owner.workspace.delete({ workspace_id, id: place.workspace_id }),
    ]);
    expect(new Set([made.status, deleted.status])).toEqual(new Set(["fulfilled", "rejected"]));
    expect(
      await fixture.world.database.prisma.secretStore.count({ where: { workspace_id: BigInt(place.workspace_id) } }),
    ).toBe(made.status === "fulfilled" ? 1 : 0);
  }
});

test("members are listed in pages in the order in which they joined", async () => {
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await as(people.viewer).member.list({
      workspace_id,
      limit: 2,
      ...(cursor !== undefined && { cursor }),
    });
    expect(page.items.length).toBeLessThanOrEqual(2);
    pages.push(...page.items.map(({ user_id }) => user_id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(pages).toEqual(ROLES.map((role) => people[role]));
  const made = Buffer.from("yesterday somebody").toString("base64url");
  expect(await refusal(as(people.viewer).member.list({ workspace_id, cursor: made }))).toBe("invalid_request");
});

test("the creator of an organization owns it, with an empty wallet", async () => {
  await setWallet(fixture.world.database, { organizationId: organization_id, balance: "5", creditLimit: "0" });
  expect(await as(people.owner).wallet.get({ organization_id })).toMatchObject({ balance: "5" });
  const made = await as(people.viewer).organization.create({ name: "Mine", workspace_name: "first" });
  expect(await as(people.viewer).wallet.get({ organization_id: made.organization_id })).toMatchObject({ balance: "0" });
});

describe("organizations that are not used", () => {
  const REFUSED = "too_many_unused_organizations";
  const make = (userId: string) => as(userId).organization.create({ name: "Another", workspace_name: "one" });

  test("a user has at most five, also by parallel requests", async () => {
    const user = await fixture.person();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => make(user)));
    const refused = answers.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(15);
    expect(await fixture.world.database.prisma.organization.count({ where: { created_by: user } })).toBe(5);
    expect(await refusal(make(user))).toBe(REFUSED);
    await make(await fixture.person());
  });

  test("one that is used, by an entry in its wallet, makes room; one that is left to others does not", async () => {
    const user = await fixture.person();
    const made = [];
    for (let number = 0; number < 5; number++) made.push(await make(user));
    const [first, second] = made.map((organization) => organization.organization_id);
    if (first === undefined || second === undefined) throw new Error("two organizations were made");
    await fixture.member(first, "owner");
    await as(user).member.remove({ organization_id: first, user_id: user });
    expect(await refusal(make(user))).toBe(REFUSED);
    await setWallet(fixture.world.database, { organizationId: second, balance: "5", creditLimit: "0" });
    await make(user);
    expect(await refusal(make(user))).toBe(REFUSED);
  });
});
