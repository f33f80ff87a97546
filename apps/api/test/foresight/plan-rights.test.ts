// A plan shows what the caller may read, and nothing else.
import type { Scope } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { makeVm } from "../compute/compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("names and fields that need another scope are left out, with a warning", async () => {
  const vm_id = await makeVm(api);
  const group = await api.request("POST", "/networking/firewall-groups", { body: { name: "the web servers" } });
  const { firewall_group_id } = group.body;
  const path = `/networking/firewall-groups/${firewall_group_id}/instances`;
  const plan = async (scopes: readonly Scope[]) => {
    const token = await api.createToken(api.tenant, { scopes });
    const query = { dry_run: "true" };
    const { status, body, text } = await api.request("POST", path, { token, query, body: { vm_id } });
    expect(status, text).toBe(200);
    return body;
  };
  const blind = await plan(["network.write", "vm.read"]);
  expect(blind.changes.length).toBeGreaterThan(0);
  expect(JSON.stringify(blind.changes)).not.toContain("the web servers");
  expect(blind.warnings).toEqual(["Names and fields that need the scope network.read are not shown."]);
  const seeing = await plan(["network.read", "network.write", "vm.read"]);
  expect(seeing.warnings).toEqual([]);
  expect(seeing.changes.map(({ resource_type }: { resource_type: string }) => resource_type)).toEqual(
    blind.changes.map(({ resource_type }: { resource_type: string }) => resource_type),
  );
  expect(JSON.stringify(seeing.changes)).toContain(vm_id);
});
