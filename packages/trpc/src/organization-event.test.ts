import { randomUUID } from "node:crypto";
import type { Role } from "@fulmar/contract";
import { beforeEach, expect, test } from "vitest";
import { tenancyFixture } from "./tenancy-fixture.ts";

const fixture = tenancyFixture();
const { as, person } = fixture;

/** An organization of the test's own, with one member per role. */
let organization_id: string;
let workspace_id: string;
let people: Record<Role, string>;
beforeEach(async () => {
  ({ organization_id, workspace_id, people } = await fixture.organization());
});

/** Account events tell the caller's own session from the user's other sessions. */
const sessionOf = (userId: string) => as(userId, randomUUID());

test("the organization's trail lists its own events in pages with filters, without workspace events", async () => {
  const owner = as(people.owner);
  const { invitation_id } = await owner.invitation.create({
    organization_id,
    email: "ada@example.com",
    role: "developer",
  });
  await owner.invitation.revoke({ organization_id, invitation_id });
  await owner.member.setRole({ organization_id, user_id: people.developer, role: "viewer" });
  await owner.organization.rename({ organization_id, name: "Difference engines" });
  const { workspace_id: second } = await owner.workspace.create({ workspace_id, name: "two" });
  await owner.firewallGroup.create({ workspace_id, name: "not-shown" });

  const told = async (query: object = {}) => (await owner.organizationEvent.list({ organization_id, ...query })).items;
  const events = (await told()).map(({ action, resource_name, detail }) => [action, resource_name, detail]);
  expect(events).toEqual([
    ["workspace.create", "two", null],
    ["organization.rename", null, "Difference engines"],
    ["member.setRole", "Somebody", "developer → viewer"],
    ["invitation.revoke", null, "ada@example.com as developer"],
    ["invitation.create", null, "ada@example.com as developer"],
    ["organization.create", null, null],
  ]);
  expect((await told({ resource_id: second })).map(({ action }) => action)).toEqual(["workspace.create"]);
  expect(await told({ actor_id: people.viewer })).toEqual([]);
  expect((await told({ action: "member.setRole", actor_id: people.owner }))[0]).toMatchObject({
    resource_type: "member",
    source_ip: "192.0.2.7",
  });

  const walked: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await owner.organizationEvent.list({
      organization_id,
      limit: 2,
      ...(cursor !== undefined && { cursor }),
    });
    walked.push(...page.items.map(({ action }) => action));
    cursor = page.nextCursor;
  }
  expect(walked).toEqual(events.map(([action]) => action));
});

test("the account's own trail works inside and outside an organization", async () => {
  const loner = await person();
  await sessionOf(loner).account.rename({ name: "Grace" });
  await sessionOf(people.viewer).account.rename({ name: "Ada" });
  for (const userId of [loner, people.viewer]) {
    expect((await as(userId).account.events({})).items).toMatchObject([
      { action: "account.rename", source_ip: "192.0.2.7" },
    ]);
  }
  const told = await as(people.owner).organizationEvent.list({ organization_id });
  expect(told.items.filter(({ action }) => action === "account.rename")).toMatchObject([
    { actor_id: people.viewer, resource_name: "Ada" },
  ]);
});
