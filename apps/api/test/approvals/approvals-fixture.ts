import { expect } from "vitest";
import { type ApiResponse, startApi } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";

/** An API with an organization, and what tests of approvals do in it. */
export async function openApprovals() {
  const api = await startApi();
  const fixture = await ConsoleFixture.open(api);
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

  const people = { decide, setRule, setTwoPeople };
  return { api, fixture, ...people, bucketNamed, makeBucket, isThere, outcomeFor, expectWaiting };
}
