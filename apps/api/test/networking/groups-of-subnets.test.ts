// Firewall groups of a subnet (docs/adr/0201). packages/core/test/networking/groups-of-subnets.test.ts has their rules.
import { newId } from "@fulmar/core";
import { expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { networkingFixture, uniqueName } from "./networking-fixture.ts";

const network = networkingFixture();

async function group(): Promise<string> {
  const made = await network.post("/networking/firewall-groups", { name: uniqueName("group") });
  expect(made.status, made.text).toBe(201);
  return made.body.firewall_group_id;
}

test("a subnet is made with groups, shows each once, and has others instead", async () => {
  const vpc = await network.vpc("10.1.0.0/16");
  const [one, other] = [await group(), await group()];
  const made = await network.post(`/networking/vpcs/${vpc}/subnets`, {
    ...{ name: uniqueName("subnet"), cidr: "10.1.1.0/24" },
    firewall_group_ids: [other, one, other],
  });
  expect(made.status, made.text).toBe(201);
  expect(new Set(made.body.firewall_group_ids)).toEqual(new Set([one, other]));
  expect(made.body.firewall_group_ids).toHaveLength(2);
  const path = `/networking/vpcs/${vpc}/subnets/${made.body.subnet_id}`;
  expect((await network.get(path)).body).toEqual(made.body);
  const renamed = await network.patch(path, { name: uniqueName("renamed") });
  expect(renamed.body.firewall_group_ids).toEqual(made.body.firewall_group_ids);
  const changed = await network.patch(path, { firewall_group_ids: [one] });
  expect(changed.body.firewall_group_ids).toEqual([one]);
  expect((await network.patch(path, { firewall_group_ids: [] })).body.firewall_group_ids).toEqual([]);
});

test("a group that is not there, is of another workspace, or is one too many changes nothing", async () => {
  const vpc = await network.vpc("10.2.0.0/16");
  const own = await group();
  const foreign = await (await network.neighbour()).post("/networking/firewall-groups", {
    name: uniqueName("foreign"),
  });
  const subnet = await network.subnet(vpc, "10.2.1.0/24");
  const path = `/networking/vpcs/${vpc}/subnets/${subnet}`;
  await network.patch(path, { firewall_group_ids: [own] });
  for (const id of [newId("fw"), foreign.body.firewall_group_id])
    expectError(await network.patch(path, { firewall_group_ids: [own, id] }), 404, "not_found");
  const many = await network.patch(path, { firewall_group_ids: Array.from({ length: 21 }, () => own) });
  expectError(many, 400, "invalid_request");
  for (const ids of [own, null, [null], [""], { 0: own }])
    expectError(await network.patch(path, { firewall_group_ids: ids }), 400, "invalid_request");
  expect((await network.get(path)).body.firewall_group_ids).toEqual([own]);
});

test("a group is not deleted while a subnet has it, and goes after the subnet", async () => {
  const vpc = await network.vpc("10.3.0.0/16");
  const id = await group();
  const subnet = await network.subnet(vpc, "10.3.1.0/24");
  const path = `/networking/vpcs/${vpc}/subnets/${subnet}`;
  const { body } = await network.patch(path, { firewall_group_ids: [id] });
  const refused = await network.remove(`/networking/firewall-groups/${id}`);
  expectError(refused, 409, "firewall_group_in_use");
  expect(refused.body.blockers).toEqual([{ type: "subnet", id: subnet, name: body.name }]);
  expect((await network.remove(path)).status).toBe(200);
  expect((await network.remove(`/networking/firewall-groups/${id}`)).status).toBe(200);
});

test("the check of reachability names the rule of a subnet's group", async () => {
  const vpc = await network.vpc("10.4.0.0/16");
  const id = await group();
  const rule = { direction: "ingress", protocol: "tcp", port_start: 22, port_end: 22, remote_targets: ["10.4.0.0/16"] };
  const { body } = await network.post(`/networking/firewall-groups/${id}/rules`, rule);
  const subnet = await network.subnet(vpc, "10.4.1.0/24");
  await network.patch(`/networking/vpcs/${vpc}/subnets/${subnet}`, { firewall_group_ids: [id] });
  const [from, to] = [await network.vm(), await network.vm()];
  for (const { vmId } of [from, to]) await network.attach(vpc, { vm_id: vmId, subnet_id: subnet });
  const ask = (port: number) =>
    network.post("/networking/reachability", { from_vm_id: from.vmId, to_vm_id: to.vmId, protocol: "tcp", port });
  const { body: shown } = await network.get(`/networking/vms/${to.vmId}`);
  expect(shown.firewall_groups).toMatchObject([{ firewall_group_id: id }]);
  const [open, closed] = [await ask(22), await ask(80)];
  expect(open.body, open.text).toMatchObject({ reachable: true });
  expect(JSON.stringify(open.body)).toContain(body.rule_id);
  expect(closed.body).toMatchObject({ reachable: false });
});
