import { describe, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture();

async function newOrganization(): Promise<{ organization: string; workspace: string }> {
  const { organization_id, workspace_ids } = await cli().answer(["admin", "organization", "create", "--name", "Acme"]);
  return { organization: String(organization_id), workspace: String((workspace_ids as string[])[0]) };
}

/** The actions in the audit trail that concern an organization's wallet and quotas. */
async function audited(organization_id: string): Promise<string[]> {
  const events = await cli().database.prisma.auditEvent.findMany({
    where: { organization_id },
    orderBy: { at: "asc" },
  });
  return events.map((event) => event.action).filter((action) => /^(wallet|quota)/.test(action));
}

test("admin wallet tops up, suspends, resumes, shows and lists the ledger", async () => {
  const { organization } = await newOrganization();
  const wallet = (verb: string, ...options: string[]) => [
    "admin",
    "wallet",
    verb,
    "--organization",
    organization,
    ...options,
  ];
  expect(await cli().answer(wallet("top-up", "--amount", "50.00", "--reference", "invoice 7"))).toEqual({
    organization_id: organization,
    balance: "50",
    credit_limit: "0",
    currency: "USD",
    metered_until: expect.any(String),
    suspended_at: null,
    suspended_by: null,
    suspended_reason: null,
  });
  const again = await cli().fulmar(wallet("top-up", "--amount", "50.00", "--reference", "invoice 7"));
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("credited once")]);
  expect(await cli().answer(wallet("suspend", "--reason", "Abuse report 12"))).toMatchObject({
    suspended_by: "operator",
    suspended_reason: "Abuse report 12",
  });
  expect(await cli().answer(wallet("show"))).toMatchObject({ balance: "50", suspended_at: expect.any(String) });
  expect(await cli().answer(wallet("resume"))).toMatchObject({ suspended_at: null });
  expect((await cli().fulmar(wallet("resume"))).stderr).toContain("not suspended");
  await cli().answer(wallet("set", "--balance", "49", "--credit-limit", "1"));
  const { entries } = await cli().answer(wallet("ledger"));
  expect(entries).toMatchObject([
    { entry_number: "2", kind: "adjustment", amount: "-1", balance_after: "49" },
    { entry_number: "1", kind: "top_up", amount: "50", balance_after: "50", reference: "invoice 7" },
  ]);
  const { stdout } = await cli().fulmar(wallet("ledger"));
  expect(stdout.split("\n").map((line) => line.trim().split(/ {2,}/)[1])).toEqual([
    organization,
    undefined,
    "kind",
    "adjustment",
    "top_up",
    undefined,
  ]);
  expect(await audited(organization)).toEqual(["wallet.top_up", "wallet.suspend", "wallet.resume", "wallet.set"]);
});

describe("admin quota", () => {
  test("shows and sets the quotas that new workspaces begin with", async () => {
    const set = ["admin", "quota", "default-set", "--resource", "nat_gateways", "--limit", "none"];
    expect(await cli().answer(set)).toEqual({ resource: "nat_gateways", limit: null });
    const { quotas } = await cli().answer(["admin", "quota", "default-list"]);
    expect(quotas).toContainEqual({ resource: "nat_gateways", limit: null });
    expect(quotas).toContainEqual({ resource: "buckets", limit: "100" });
  });

  test("sets, lists and unsets a quota", async () => {
    const { organization, workspace } = await newOrganization();
    const quota = (verb: string, ...options: string[]) => [
      "admin",
      "quota",
      verb,
      "--workspace",
      workspace,
      ...options,
    ];
    expect(await cli().answer(quota("set", "--resource", "cloud_vms", "--limit", "10"))).toEqual({
      workspace_id: workspace,
      resource: "cloud_vms",
      limit: "10",
    });
    await cli().answer(quota("set", "--resource", "cloud_vms", "--limit", "7"));
    const { quotas } = await cli().answer(quota("list"));
    expect(quotas).toHaveLength(11);
    expect(quotas).toContainEqual({ resource: "cloud_vms", limit: "7", used: "0" });
    expect(quotas).toContainEqual({ resource: "volumes", limit: "200", used: "0" });
    expect(await cli().answer(quota("unset", "--resource", "cloud_vms"))).toMatchObject({ limit: null });
    expect((await cli().fulmar(quota("unset", "--resource", "cloud_vms"))).stderr).toContain(
      "has no quota of cloud_vms",
    );
    expect(await audited(organization)).toEqual(["quota.set", "quota.set", "quota.unset"]);
  });

  test.each([
    [["set", "--workspace", "1", "--resource", "castles", "--limit", "1"], "resource must be one of"],
    [["set", "--workspace", "1", "--resource", "cpus", "--limit", "-1"], "whole number"],
    [["set", "--workspace", "1", "--resource", "cpus", "--limit", "9999999999"], "limit must be at most"],
    [["set", "--workspace", "one", "--resource", "cpus", "--limit", "1"], "not a workspace id"],
    [["set", "--workspace", "987654321", "--resource", "cpus", "--limit", "1"], "no such workspace"],
    [["list", "--workspace", "987654321"], "no such workspace"],
  ])("refuses %j", async (args, sentence) => {
    const { code, stdout, stderr } = await cli().fulmar(["admin", "quota", ...args]);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(sentence)]);
  });
});
