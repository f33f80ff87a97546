import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { startNetwork, TIMESTAMP, uniqueName } from "./networking-fixture.ts";

let network: Awaited<ReturnType<typeof startNetwork>>;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

const GROUPS = "/networking/firewall-groups";
const group = async (body: object = {}): Promise<string> =>
  (await network.post(GROUPS, { name: uniqueName("fw"), ...body })).body.firewall_group_id;
const rulesOf = async (id: string) => (await network.get(`${GROUPS}/${id}`)).body.rules;

describe("groups", () => {
  test("200: PATCH changes only what is sent; null removes the description", async () => {
    const id = await group({ description: "old" });
    const name = uniqueName("fw");
    const changed = await network.patch(`${GROUPS}/${id}`, { name });
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining({ name, description: "old", is_default: false }),
    ]);
    expect((await network.patch(`${GROUPS}/${id}`, { description: null })).body).toMatchObject({
      name,
      description: null,
    });
    const before = (await network.get(`${GROUPS}/${id}`)).body;
    expect((await network.patch(`${GROUPS}/${id}`, {})).body).toEqual(before);
  });

  test("409 name_taken; 409 default_group_exists until the other group is no default", async () => {
    const mine = await network.neighbour();
    const one = (await mine.post(GROUPS, { name: "one", is_default: true })).body;
    const two = (await mine.post(GROUPS, { name: "two" })).body;
    expectError(await mine.patch(`${GROUPS}/${two.firewall_group_id}`, { name: "one" }), 409, "name_taken");
    expectError(
      await mine.patch(`${GROUPS}/${two.firewall_group_id}`, { is_default: true }),
      409,
      "default_group_exists",
    );
    expect((await mine.patch(`${GROUPS}/${one.firewall_group_id}`, { is_default: false })).status).toBe(200);
    expect((await mine.patch(`${GROUPS}/${two.firewall_group_id}`, { is_default: true })).body).toMatchObject({
      is_default: true,
    });
  });

  test("409 firewall_group_default or firewall_group_in_use; 200, then 404", async () => {
    const mine = await network.neighbour();
    const { firewall_group_id: id } = (await mine.post(GROUPS, { name: "one", is_default: true })).body;
    expectError(await mine.remove(`${GROUPS}/${id}`), 409, "firewall_group_default");
    await mine.patch(`${GROUPS}/${id}`, { is_default: false });
    const { vmId, name } = await mine.vm();
    await mine.post(`${GROUPS}/${id}/instances`, { vm_id: vmId });
    const refused = await mine.remove(`${GROUPS}/${id}`);
    expectError(refused, 409, "firewall_group_in_use");
    expect(refused.body.blockers).toEqual([{ type: "cloud_vm", id: vmId, name }]);
    await mine.remove(`${GROUPS}/${id}/instances/${vmId}`);
    expect(await mine.remove(`${GROUPS}/${id}`)).toMatchObject({ status: 200, body: { status: "deleted", id } });
    expectError(await mine.remove(`${GROUPS}/${id}`), 404, "not_found");
  });
});

describe("rules", () => {
  test("201: the whole rule with its defaults, after the existing rules", async () => {
    const id = await group();
    const first = await network.post(`${GROUPS}/${id}/rules`, {});
    expect([first.status, first.body]).toEqual([
      201,
      {
        ...{
          rule_id: expect.stringMatching(/^rule_/),
          direction: "ingress",
          protocol: "tcp",
          action: "allow",
          description: null,
        },
        ...{
          port_start: null,
          port_end: null,
          priority: 100,
          remote_targets: ["0.0.0.0/0"],
          enabled: true,
          system_managed: false,
        },
        ...{ created_at: TIMESTAMP, updated_at: TIMESTAMP },
      },
    ]);
    const second = await network.post(`${GROUPS}/${id}/rules`, {
      protocol: "udp",
      port_start: 53,
      remote_targets: ["192.0.2.1", "10.0.0.0/8"],
    });
    expect(second.body).toMatchObject({
      port_start: 53,
      port_end: 53,
      priority: 200,
      remote_targets: ["192.0.2.1", "10.0.0.0/8"],
    });
    expect((await rulesOf(id)).slice(1)).toEqual([first.body, second.body]);
  });

  test.each([
    ["a port without ports", { protocol: "icmp", port_start: 22 }, "port_start"],
    ["an end without a start", { port_end: 22 }, "port_end"],
    ["an end before the start", { port_start: 23, port_end: 22 }, "port_end"],
    ["no port", { port_start: 65_536 }, "port_start"],
    ["no priority", { priority: 0 }, "priority"],
    ["host bits", { remote_targets: ["10.0.0.1/8"] }, "remote_targets.0"],
    ["a name", { remote_targets: ["0.0.0.0/0", "example.com"] }, "remote_targets.1"],
    ["no target", { remote_targets: [] }, "remote_targets"],
  ])("400 for %s", async (_, body, field) => {
    const refused = await network.post(`${GROUPS}/${await group()}/rules`, body);
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors).toEqual([{ field, message: expect.any(String) }]);
  });

  test("200: PATCH changes only what is sent and validates the resulting rule", async () => {
    const id = await group();
    const { body: rule } = await network.post(`${GROUPS}/${id}/rules`, { port_start: 22 });
    const path = `${GROUPS}/${id}/rules/${rule.rule_id}`;
    expect((await network.patch(path, { port_start: 2222 })).body).toMatchObject({ port_start: 2222, port_end: 2222 });
    expect((await network.patch(path, { port_end: 2230, enabled: false })).body).toMatchObject({
      port_start: 2222,
      port_end: 2230,
      enabled: false,
    });
    const refused = await network.patch(path, { protocol: "any" });
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors).toEqual([{ field: "port_start", message: expect.any(String) }]);
    expect((await network.patch(path, { protocol: "any", port_start: null, port_end: null })).body).toMatchObject({
      protocol: "any",
      port_start: null,
    });
    const { body: last } = await network.patch(path, { priority: 5, action: "drop", direction: "egress" });
    expect(await rulesOf(id)).toContainEqual(last);
  });

  test("409 rule_system_managed: the platform's rule cannot be changed, deleted or replaced", async () => {
    const id = await group();
    const [system] = await rulesOf(id);
    expectError(
      await network.patch(`${GROUPS}/${id}/rules/${system.rule_id}`, { enabled: false }),
      409,
      "rule_system_managed",
    );
    expectError(await network.remove(`${GROUPS}/${id}/rules/${system.rule_id}`), 409, "rule_system_managed");
    await network.put(`${GROUPS}/${id}/rules`, { rules: [] });
    expect(await rulesOf(id)).toEqual([system]);
  });

  test("200: PUT replaces all user rules and numbers them in order; 400 changes nothing", async () => {
    const id = await group();
    await network.post(`${GROUPS}/${id}/rules`, { port_start: 1 });
    const answer = await network.put(`${GROUPS}/${id}/rules`, {
      rules: [{ port_start: 22 }, { port_start: 80, priority: 50 }, { port_start: 443 }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body.rules.slice(1)).toMatchObject([
      { port_start: 22, port_end: 22, priority: 100 },
      { port_start: 80, priority: 50 },
      { port_start: 443, priority: 150 },
    ]);
    const refused = await network.put(`${GROUPS}/${id}/rules`, { rules: [{ port_start: 22 }, { port_end: 9 }] });
    expectError(refused, 400, "invalid_request");
    expect(await rulesOf(id)).toEqual(answer.body.rules);
  });

  test("409 too_many_rules: a group takes at most 100 rules, also from concurrent requests", async () => {
    const id = await group();
    const ports = Array.from({ length: 98 }, (_, index) => ({ port_start: index + 1 }));
    await network.put(`${GROUPS}/${id}/rules`, { rules: ports });
    const answers = await Promise.all(Array.from({ length: 6 }, () => network.post(`${GROUPS}/${id}/rules`, {})));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(4);
    for (const answer of refused) expectError(answer, 409, "too_many_rules");
    expectError(await network.put(`${GROUPS}/${id}/rules`, { rules: [...ports, {}, {}, {}] }), 400, "invalid_request");
  });
});

describe("instances", () => {
  test("201 linked, 409 when linked twice, 200 unlinked, 404 when not linked", async () => {
    const id = await group();
    const { vmId, name } = await network.vm({ status: "stopped" });
    const linked = await network.post(`${GROUPS}/${id}/instances`, { vm_id: vmId });
    expect([linked.status, linked.body]).toEqual([
      201,
      {
        ...{ vm_id: vmId, vm_type: "cloud", name, status: "stopped", linked_at: TIMESTAMP },
        ...{ pending_changes: true, applied_at: null, error_code: null, error_message: null },
      },
    ]);
    expect((await network.get(`${GROUPS}/${id}/instances`)).body).toEqual([linked.body]);
    expect((await network.get(`${GROUPS}/${id}`)).body.linked_instance_count).toBe(1);
    expectError(await network.post(`${GROUPS}/${id}/instances`, { vm_id: vmId }), 409, "vm_already_linked");
    expect((await network.remove(`${GROUPS}/${id}/instances/${vmId}`)).body).toEqual({ status: "deleted", id: vmId });
    expectError(await network.remove(`${GROUPS}/${id}/instances/${vmId}`), 404, "not_found");
  });

  test("409 for a VM that is being deleted; deleting a VM unlinks it", async () => {
    const id = await group();
    const going = await network.vm({ status: "deleting" });
    expectError(await network.post(`${GROUPS}/${id}/instances`, { vm_id: going.vmId }), 409, "operation_in_progress");
    const { vmId } = await network.vm();
    await network.post(`${GROUPS}/${id}/instances`, { vm_id: vmId });
    await network.api.database.prisma.vm.update({
      where: { vm_id: vmId },
      data: { status: "deleted", deleted_at: new Date() },
    });
    expect((await network.get(`${GROUPS}/${id}`)).body.linked_instance_count).toBe(0);
    expect((await network.remove(`${GROUPS}/${id}`)).status).toBe(200);
  });
});
