import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { networkingFixture, TIMESTAMP, uniqueName } from "./networking-fixture.ts";

const network = networkingFixture();

const GROUPS = "/networking/firewall-groups";
const group = async (body: object = {}): Promise<string> =>
  (await network.post(GROUPS, { name: uniqueName("fw"), ...body })).body.firewall_group_id;
interface Listed {
  readonly firewall_group_id?: string;
  readonly rule_id: string;
  readonly priority: number;
  readonly port_start: number;
  readonly [field: string]: unknown;
}
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
          icmp_type: null,
          icmp_code: null,
          priority: 100,
          remote_targets: ["0.0.0.0/0"],
          remote_group_id: null,
          remote_tag: null,
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
    expect((await rulesOf(id)).slice(0, -1)).toEqual([first.body, second.body]);
  });

  test.each<readonly [string, object, string]>([
    ["a port without ports", { protocol: "icmp", port_start: 22 }, "port_start"],
    ["an end without a start", { port_end: 22 }, "port_end"],
    ["an end before the start", { port_start: 23, port_end: 22 }, "port_end"],
    ["no port", { port_start: 65_536 }, "port_start"],
    ["no priority", { priority: 0 }, "priority"],
    ["host bits", { remote_targets: ["10.0.0.1/8"] }, "remote_targets.0"],
    ["a name", { remote_targets: ["0.0.0.0/0", "example.com"] }, "remote_targets.1"],
    ...["::ffff:192.0.2.1", "::ffff:0:0/96", "2001:db8::1/32", "fe80::1%eth0", "2001:db8::/129", ":::"].map(
      (target) => [`no IPv6 (${target})`, { remote_targets: [target] }, "remote_targets.0"] as const,
    ),
    ["no target", { remote_targets: [] }, "remote_targets"],
    ["addresses and a tag", { remote_targets: ["192.0.2.1"], remote_tag: "web" }, "remote_targets"],
    ["a group and a tag", { remote_group_id: "fw_1", remote_tag: "web" }, "remote_tag"],
    ["no tag", { remote_tag: "" }, "remote_tag"],
    ["a type of ICMP for TCP", { icmp_type: 8 }, "icmp_type"],
    ["a code without a type", { protocol: "icmp", icmp_code: 0 }, "icmp_code"],
    ["no type of ICMP", { protocol: "icmp", icmp_type: 256 }, "icmp_type"],
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

  test("200: a rule names addresses, a group or a tag, and PATCH replaces one by the other", async () => {
    const [id, other] = [await group(), await group()];
    const { status, body: rule } = await network.post(`${GROUPS}/${id}/rules`, { remote_group_id: other });
    expect(status).toBe(201);
    const path = `${GROUPS}/${id}/rules/${rule.rule_id}`;
    const named = async (change: object) => {
      const { body } = await network.patch(path, change);
      expect(await rulesOf(id)).toContainEqual(body);
      return [body.remote_targets, body.remote_group_id, body.remote_tag];
    };
    expect([rule.remote_targets, rule.remote_group_id, rule.remote_tag]).toEqual([[], other, null]);
    expect(await named({ remote_tag: "web" })).toEqual([[], null, "web"]);
    // A rule may name its own group. What was answered can be sent as it is.
    expect(await named({ remote_targets: [], remote_group_id: id, remote_tag: null })).toEqual([[], id, null]);
    expect(await named({ description: "Among themselves" })).toEqual([[], id, null]);
    expect(await named({ remote_targets: ["192.0.2.0/24"] })).toEqual([["192.0.2.0/24"], null, null]);
    const { body: before } = await network.get(`${GROUPS}/${id}`);
    const refusals: readonly (readonly [object, string])[] = [
      [{ remote_targets: [] }, "remote_targets"],
      [{ remote_group_id: other, remote_tag: "web" }, "remote_tag"],
      [{ icmp_type: 8 }, "icmp_type"],
    ];
    for (const [change, field] of refusals) {
      const refused = await network.patch(path, change);
      expectError(refused, 400, "invalid_request");
      expect(refused.body.errors).toEqual([{ field, message: expect.any(String) }]);
    }
    expectError(await network.patch(path, { remote_group_id: "fw_absent" }), 404, "not_found");
    const rules = [{ port_start: 22 }, { remote_group_id: "fw_absent" }];
    expectError(await network.put(`${GROUPS}/${id}/rules`, { rules }), 404, "not_found");
    expect((await network.get(`${GROUPS}/${id}`)).body).toEqual(before);
  });

  test("200: a type of ICMP with its code, which goes with the type", async () => {
    const id = await group();
    const made = await network.post(`${GROUPS}/${id}/rules`, { protocol: "icmp", icmp_type: 3, icmp_code: 4 });
    expect(made.body).toMatchObject({ protocol: "icmp", icmp_type: 3, icmp_code: 4, port_start: null });
    const path = `${GROUPS}/${id}/rules/${made.body.rule_id}`;
    expect((await network.patch(path, { icmp_type: 8 })).body).toMatchObject({ icmp_type: 8, icmp_code: null });
    expectError(await network.patch(path, { protocol: "tcp" }), 400, "invalid_request");
    const tcp = await network.patch(path, { protocol: "tcp", icmp_type: null });
    expect(tcp.body).toMatchObject({ protocol: "tcp", icmp_type: null, icmp_code: null });
  });

  test("409 firewall_group_named: rules of other groups name it; groups that name each other or themselves go", async () => {
    const mine = await network.neighbour();
    const make = async (name: string) => (await mine.post(GROUPS, { name })).body.firewall_group_id;
    const [a, b] = [await make("a"), await make("b")];
    const name = async (from: string, to: string, description: string | null) =>
      (await mine.post(`${GROUPS}/${from}/rules`, { remote_group_id: to, description })).body.rule_id;
    await name(b, b, null);
    const [fromA, fromB] = [await name(a, b, "Web to b"), await name(b, a, null)];
    const refused = await mine.remove(`${GROUPS}/${b}`);
    expectError(refused, 409, "firewall_group_named");
    expect(refused.body.blockers).toEqual([{ type: "firewall_rule", id: fromA, name: "a: Web to b" }]);
    const other = await mine.remove(`${GROUPS}/${a}`);
    expect(other.body.blockers).toEqual([{ type: "firewall_rule", id: fromB, name: "b" }]);
    await mine.remove(`${GROUPS}/${a}/rules/${fromA}`);
    expect((await mine.remove(`${GROUPS}/${b}`)).status).toBe(200);
    expect((await mine.remove(`${GROUPS}/${a}`)).status).toBe(200);
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
    expect(answer.body.rules).toMatchObject([
      { port_start: 80, priority: 50 },
      { port_start: 22, port_end: 22, priority: 100 },
      { port_start: 443, priority: 150 },
      { system_managed: true, priority: null },
    ]);
    const refused = await network.put(`${GROUPS}/${id}/rules`, { rules: [{ port_start: 22 }, { port_end: 9 }] });
    expectError(refused, 400, "invalid_request");
    expect(await rulesOf(id)).toEqual(answer.body.rules);
  });

  test("rules are listed as they are evaluated: by priority, then by creation, the platform's last", async () => {
    const id = await group();
    const add = async (body: object) => (await network.post(`${GROUPS}/${id}/rules`, body)).body.rule_id;
    const last = await add({ priority: 65_535 });
    const [auto, again] = [await add({}), await add({})];
    const first = await add({ priority: 1, enabled: false });
    const middle = await add({ priority: 300 });
    const rules: Listed[] = await rulesOf(id);
    expect(rules.slice(0, -1).map(({ rule_id, priority }) => [rule_id, priority])).toEqual([
      [first, 1],
      [middle, 300],
      [last, 65_535],
      // Nothing comes after the highest priority: those of the same come one after the other.
      [auto, 65_535],
      [again, 65_535],
    ]);
    expect(rules.at(-1)).toMatchObject({ system_managed: true });
    const inLists = (await network.get(GROUPS)).body.find((each: Listed) => each.firewall_group_id === id);
    expect(inLists.rules).toEqual(rules);
  });

  test("200: PUT keeps the ids of rules that do the same, in whatever order they are sent", async () => {
    const id = await group();
    const put = async (...rules: object[]): Promise<Listed[]> => {
      const answer = await network.put(`${GROUPS}/${id}/rules`, { rules });
      expect(answer.status).toBe(200);
      return answer.body.rules.slice(0, -1);
    };
    const [ssh, web, dns] = [
      { port_start: 22, remote_targets: ["198.51.100.0/24"], description: "SSH" },
      { port_start: 80, port_end: 443 },
      { protocol: "udp", port_start: 53, description: null },
    ];
    const before = await put(ssh, web, dns);
    // The same set, however it is written, changes nothing, not even a moment.
    expect(await put(ssh, web, dns)).toEqual(before);
    const written = before.map(({ rule_id, created_at, updated_at, system_managed, ...rule }) => rule);
    expect(await put(...written)).toEqual(before);
    expect(await put(...written.toReversed())).toEqual(before);

    const idOf = (rules: Listed[], port: number) => rules.find(({ port_start }) => port_start === port)?.rule_id;
    const inserted = await put({ port_start: 8080 }, ssh, web, dns);
    expect(inserted.map(({ port_start, priority }) => [port_start, priority])).toEqual([
      [8080, 100],
      [22, 200],
      [80, 300],
      [53, 400],
    ]);
    for (const port of [22, 80, 53]) expect(idOf(inserted, port)).toBe(idOf(before, port));
    expect(before.map(({ rule_id }) => rule_id)).not.toContain(idOf(inserted, 8080));

    // A rule that differs in anything is another one.
    const changed = await put({ ...ssh, action: "drop" }, { ...web, port_end: 444 }, { ...dns, description: "" });
    for (const { rule_id } of changed) expect(inserted.map((rule) => rule.rule_id)).not.toContain(rule_id);
    // Equal rules are told apart by their number: one stays, one goes.
    const twice = await put(web, web);
    expect(twice[0]?.rule_id).not.toBe(twice[1]?.rule_id);
    expect((await put(web)).map(({ rule_id }) => rule_id)).toEqual([twice[0]?.rule_id]);
    expect(await put()).toEqual([]);
  });

  test("200: PUT of rules with one priority evaluates them in the order of the request, also when they were there", async () => {
    const id = await group();
    const rule = (port: number) => ({ port_start: port, priority: 7 });
    for (const ports of [
      [1, 2, 3],
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1, 4],
      [4, 2, 3, 1],
      [5, 4, 2],
      [4, 2, 9, 5],
    ]) {
      const known = new Map<number, string>(
        (await rulesOf(id)).map(({ port_start, rule_id }: Listed) => [port_start, rule_id]),
      );
      const { body } = await network.put(`${GROUPS}/${id}/rules`, { rules: ports.map(rule) });
      const rules: Listed[] = body.rules.slice(0, -1);
      expect(rules.map(({ port_start }) => port_start)).toEqual(ports);
      // The first ones keep their ids, as far as these are in that order.
      const ids = ports.map((port) => known.get(port));
      const end = ids.findIndex(
        (each, index) => each === undefined || ids.slice(0, index).some((other) => (other ?? "") > each),
      );
      const kept = end === -1 ? ids.length : end;
      expect(rules.slice(0, kept).map(({ rule_id }) => rule_id)).toEqual(ids.slice(0, kept));
    }
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
