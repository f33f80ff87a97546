// Who can reach whom (docs/adr/0194). `npm run reachability` compares the answers with packets.
import type { Reachability } from "@fulmar/contract";
import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, networkingFixture, uniqueName } from "./networking-fixture.ts";

const network = networkingFixture();
const PATH = "/networking/reachability";

const check = async (question: object): Promise<Reachability> => {
  const { status, body, text } = await network.post(PATH, question);
  expect(status, text).toBe(200);
  return body;
};
const group = async (...rules: readonly object[]): Promise<{ id: string; rules: readonly string[] }> => {
  const { firewall_group_id: id } = (await network.post("/networking/firewall-groups", { name: uniqueName("fw") }))
    .body;
  const made = [];
  for (const rule of rules)
    made.push((await network.post(`/networking/firewall-groups/${id}/rules`, rule)).body.rule_id as string);
  return { id, rules: made };
};
const link = (id: string, vm_id: string) => network.post(`/networking/firewall-groups/${id}/instances`, { vm_id });
const reserved = async (vm_id?: string): Promise<{ public_ip_id: string; address: string }> => {
  const { body } = await network.post("/networking/reserved-ips", { site_id: AMSTERDAM });
  if (vm_id !== undefined) await network.post(`/networking/reserved-ips/${body.public_ip_id}/attach`, { vm_id });
  return body;
};
/** Two VMs in a subnet of a new VPC. */
const pair = async (range: string) => {
  const vpc = await network.vpc(`${range}.0.0/16`);
  const subnet = await network.subnet(vpc, `${range}.1.0/24`);
  const made = await Promise.all([network.vm(), network.vm()]);
  const [one, other] = made.map(({ vmId }) => vmId) as [string, string];
  const addresses: string[] = [];
  for (const vm_id of [one, other])
    addresses.push((await network.attach(vpc, { vm_id, subnet_id: subnet })).body.private_ip);
  return { vpc, subnet, one, other, names: made.map(({ name }) => name), addresses };
};
const typesOf = ({ ways }: Pick<Reachability, "ways">) =>
  ways.map(({ steps }) => steps.map(({ type, passes }) => (passes ? type : `no ${type}`)));

describe("within a VPC", () => {
  test("firewall groups decide, and the rule that does is named", async () => {
    const { vpc, one, other, names, addresses } = await pair("10.91");
    const open = await check({ from_vm_id: one, to_vm_id: other, port: 5432 });
    expect(open).toMatchObject({
      reachable: true,
      message: `${names[0]} reaches ${names[1]} at ${addresses[1]}, port 5432.`,
      ways: [{ address: addresses[1], port: 5432, seen_address: addresses[0] }],
      planned: null,
    });
    expect(typesOf(open)).toEqual([["vpc", "cloud_vm", "cloud_vm"]]);
    expect(open.ways[0]?.steps[0]?.id).toBe(vpc);

    const web = await group();
    const database = await group({ port_start: 5432, remote_group_id: web.id, description: "SQL" });
    await link(database.id, other);
    const closed = await check({ from_vm_id: one, to_vm_id: other, port: 5432 });
    expect(closed).toMatchObject({ reachable: false, pending_changes: true });
    expect(closed.message).toBe(`No rule of ${names[1]}'s firewall groups allows TCP 5432 from ${addresses[0]}.`);
    await link(web.id, one);
    const named = await check({ from_vm_id: one, to_vm_id: other, port: 5432 });
    expect(named.ways[0]?.steps.at(-1)).toMatchObject({
      type: "firewall_rule",
      id: database.rules[0],
      name: "SQL",
      parent_id: database.id,
      passes: true,
    });
    expect((await check({ from_vm_id: one, to_vm_id: other, port: 5433 })).reachable).toBe(false);
    expect((await check({ from_vm_id: one, to_address: addresses[1] ?? "", port: 5432 })).reachable).toBe(true);
    expect(await check({ from_vm_id: one, to_address: "10.91.1.77", protocol: "icmp" })).toMatchObject({
      reachable: false,
      ways: [{ port: null, steps: [{ type: "vpc", id: vpc }] }],
    });
  });

  test("planned rules are answered beside the present ones, and nothing is stored", async () => {
    const { one, other } = await pair("10.92");
    const { id } = await group({ protocol: "icmp", icmp_type: 8 });
    await link(id, other);
    const ends = { from_vm_id: one, to_vm_id: other };
    const rules = [
      { port_start: 22, action: "drop" as const },
      { port_start: 1, port_end: 100 },
    ];
    const asked = { ...ends, port: 22, firewall_group_id: id, rules };
    const answer = await check(asked);
    expect(answer).toMatchObject({ reachable: false, planned: { reachable: false } });
    expect(answer.planned?.ways[0]?.steps.at(-1)).toMatchObject({ type: "firewall_rule", id: null, parent_id: id });
    expect(await check({ ...asked, port: 80 })).toMatchObject({ reachable: false, planned: { reachable: true } });
    expect(await check({ ...ends, protocol: "icmp", firewall_group_id: id, rules: [] })).toMatchObject({
      reachable: true,
      planned: { reachable: false },
    });
    expect((await network.get(`/networking/firewall-groups/${id}`)).body.rules).toHaveLength(2);
    expect((await check({ ...ends, protocol: "icmp", icmp_type: 13 })).reachable).toBe(false);
  });

  test("a VM answers by its first card what it gets from afar by another", async () => {
    const { vpc, one, other, addresses } = await pair("10.93");
    const far = await network.subnet(vpc, "10.93.2.0/24");
    const elsewhere = await network.vpc("10.94.0.0/16");
    const [{ vmId }, away] = [await network.vm(), await network.subnet(elsewhere, "10.94.1.0/24")];
    await network.attach(elsewhere, { vm_id: vmId, subnet_id: away });
    const second = (await network.attach(vpc, { vm_id: vmId, subnet_id: far })).body.private_ip;
    const answer = await check({ from_vm_id: one, to_vm_id: vmId, port: 22 });
    expect(answer).toMatchObject({ reachable: false, ways: [{ address: second }] });
    expect(answer.message).toContain("from where answers do not arrive");
    // It sends to them by its first card, which is in the other VPC.
    const back = await check({ from_vm_id: vmId, to_vm_id: other, port: 22 });
    expect(back).toMatchObject({ reachable: false, ways: [{ address: addresses[1] }] });
    expect(back.message).toContain("its first card has the default route");
  });
});

describe("by IPv6", () => {
  test("a VPC's VMs reach each other at both addresses, and each family has its rules", async () => {
    const { vpc, one, other, names, addresses } = await pair("10.89");
    expect((await network.patch(`/networking/vpcs/${vpc}`, { ipv6: true })).status).toBe(200);
    const nodes: { vm_id: string; ipv6_address: string }[] = (await network.get(`/networking/vpcs/${vpc}/nodes`)).body;
    const [from, to] = [one, other].map((id) => nodes.find(({ vm_id }) => vm_id === id)?.ipv6_address ?? "");
    expect(await check({ from_vm_id: one, to_vm_id: other, port: 22 })).toMatchObject({
      ways: [
        { address: addresses[1], seen_address: addresses[0], reachable: true },
        { address: to, seen_address: from, reachable: true },
      ],
    });
    const { id } = await group({ protocol: "icmp", icmp_type: 128 }, { port_start: 22, remote_targets: [from] });
    await link(id, other);
    for (const to_address of [to, to?.toUpperCase(), to?.replace("::", ":0:0000:")])
      expect(await check({ from_vm_id: one, to_address, port: 22 }), to_address).toMatchObject({
        reachable: true,
        message: `${names[0]} reaches ${to}, port 22.`,
      });
    const ping = { from_vm_id: one, to_vm_id: other, protocol: "icmp" };
    expect((await check(ping)).ways.map(({ reachable }) => reachable)).toEqual([false, true]);
    const typed = await check({ ...ping, icmp_type: 8 });
    expect([typed.reachable, typed.ways[1]?.steps.at(-1)?.message]).toEqual([
      false,
      `No rule of ${names[1]}'s firewall groups allows ICMP type 8 from ${from}.`,
    ]);
  });

  test("it stays within its VPC", async () => {
    const { vpc, subnet, one, other } = await pair("10.88");
    await reserved(one);
    const lacking = await check({ from_vm_id: one, to_address: "fd12:3456:789a::7", port: 22 });
    expect(lacking).toMatchObject({ reachable: false, message: expect.stringMatching(/ has no IPv6 address\.$/) });
    await network.patch(`/networking/vpcs/${vpc}`, { ipv6: true });
    const [{ ipv6_cidr }] = (await network.get(`/networking/vpcs/${vpc}/subnets`)).body;
    for (const [to_address, words] of [
      ["2001:db8::7", "IPv6 does not leave the VPC"],
      ["fd12:3456:789a::7", "private addresses do not leave a VPC"],
      [ipv6_cidr.replace("::/64", "::99"), "No VM in the VPC"],
    ] as const)
      expect((await check({ from_vm_id: one, to_address, port: 22 })).message).toContain(words);
    // The first card of a third VM is in a VPC without IPv6, which changes nothing for the second one.
    const elsewhere = await network.vpc("10.87.0.0/16");
    const [{ vmId }, away] = [await network.vm(), await network.subnet(elsewhere, "10.87.1.0/24")];
    await network.attach(elsewhere, { vm_id: vmId, subnet_id: away });
    await network.attach(vpc, { vm_id: vmId, subnet_id: subnet });
    const both = await check({ from_vm_id: vmId, to_vm_id: other, port: 22 });
    expect(both.ways.map(({ reachable }) => reachable)).toEqual([true, true]);
  });
});

describe("from outside and out", () => {
  test("a public address, a port forward of another port, and nobody's address", async () => {
    const { vpc, subnet, one, other } = await pair("10.95");
    const { address, public_ip_id } = await reserved(one);
    const gateways = `/networking/vpcs/${vpc}/nat-gateways`;
    const gateway = (await network.post(gateways, { name: uniqueName("nat"), subnet_ids: [subnet] })).body;
    const forward = { protocol: "tcp", public_port: 2222, vm_id: other, private_port: 22 };
    const { port_forward_id } = (await network.post(`${gateways}/${gateway.nat_gateway_id}/port-forwards`, forward))
      .body;
    expect(await check({ from_address: "internet", to_vm_id: one, port: 22 })).toMatchObject({
      reachable: true,
      ways: [{ address, seen_address: null, steps: [{ type: "reserved_ip", id: public_ip_id }, {}] }],
    });
    expect(await check({ from_address: "internet", to_vm_id: other, port: 22 })).toMatchObject({
      reachable: true,
      ways: [
        {
          ...{ address: gateway.public_ip, port: 2222 },
          steps: [{ type: "port_forward", id: port_forward_id, parent_id: gateway.nat_gateway_id }, {}],
        },
      ],
    });
    expect(await check({ from_address: "internet", to_vm_id: other, port: 23 })).toMatchObject({
      reachable: false,
      ways: [],
    });
    const at = { from_address: "192.0.2.7", to_address: gateway.public_ip };
    expect((await check({ ...at, port: 2222 })).reachable).toBe(true);
    expect(typesOf(await check({ ...at, port: 22 }))).toEqual([["no nat_gateway"]]);
    const free = await reserved();
    expect(typesOf(await check({ ...at, to_address: free.address, port: 22 }))).toEqual([["no reserved_ip"]]);
    // Out by the public address, and by the gateway.
    expect(typesOf(await check({ from_vm_id: one, to_address: "internet", port: 443 }))).toEqual([
      ["cloud_vm", "reserved_ip"],
    ]);
    const out = await check({ from_vm_id: other, to_address: "internet", port: 443 });
    expect(out).toMatchObject({ reachable: true, ways: [{ seen_address: gateway.public_ip }] });
    await network.api.database.pool.query(
      "UPDATE public_address SET isolated_at = now(), isolated_reason = 'It scans.' WHERE address = $1",
      [address],
    );
    expect(typesOf(await check({ from_address: "internet", to_vm_id: one, port: 22 }))).toEqual([["no reserved_ip"]]);
  });

  test("the internet is who no rule names, and nothing leaves a subnet without a gateway", async () => {
    const { one, other } = await pair("10.96");
    const { id } = await group({ port_start: 22, remote_targets: ["192.0.2.0/24"] });
    await link(id, one);
    await reserved(one);
    expect((await check({ from_address: "192.0.2.9", to_vm_id: one, port: 22 })).reachable).toBe(true);
    expect((await check({ from_address: "internet", to_vm_id: one, port: 22 })).reachable).toBe(false);
    const halves = ["0.0.0.0/1", "128.0.0.0/1"];
    const planned = { firewall_group_id: id, rules: [{ port_start: 22, remote_targets: halves }] };
    const answer = await check({ from_address: "internet", to_vm_id: one, port: 22, ...planned });
    expect(answer).toMatchObject({ reachable: false, planned: { reachable: true } });
    expect(typesOf(await check({ from_vm_id: other, to_address: "internet", port: 443 }))).toEqual([
      ["cloud_vm", "no subnet"],
    ]);
  });
});

test("404: a VM or group of another workspace is answered as one that does not exist", async () => {
  const { one, other } = await pair("10.97");
  const neighbour = await network.neighbour();
  const { vmId: foreign } = await neighbour.vm();
  const { firewall_group_id: theirs } = (await neighbour.post("/networking/firewall-groups", { name: "theirs" })).body;
  const answers = async (question: object) => {
    const response = await network.post(PATH, question);
    expectError(response, 404, "not_found");
    return response.body.detail;
  };
  for (const [known, unknown] of [
    [
      { from_vm_id: one, to_vm_id: foreign },
      { from_vm_id: one, to_vm_id: "vm_none" },
    ],
    [
      { from_vm_id: foreign, to_vm_id: one },
      { from_vm_id: "vm_none", to_vm_id: one },
    ],
    [
      { from_vm_id: one, to_vm_id: other, firewall_group_id: theirs, rules: [] },
      { from_vm_id: one, to_vm_id: other, firewall_group_id: "fw_none", rules: [] },
    ],
  ] as const)
    expect(await answers({ ...known, port: 22 })).toBe(await answers({ ...unknown, port: 22 }));
  // An address of theirs is one of the internet.
  const { address } = (await neighbour.post("/networking/reserved-ips", { site_id: AMSTERDAM })).body;
  const [held, nobodys] = [{ to_address: address }, { to_address: "192.0.2.201" }];
  const out = async (to: object) =>
    (await check({ from_vm_id: one, port: 22, ...to })).ways.map(({ steps }) => steps.length);
  expect(await out(held)).toEqual(await out(nobodys));
  for (const to of [held, nobodys])
    expectError(await network.post(PATH, { from_address: "internet", port: 22, ...to }), 400, "invalid_request");
});

test("400 names the field of a question that makes no sense", async () => {
  const { one, other, addresses } = await pair("10.98");
  const ends = { from_vm_id: one, to_vm_id: other };
  const { address } = await reserved(one);
  for (const [question, field] of [
    [{ to_vm_id: one, port: 22 }, "from_vm_id"],
    [{ from_vm_id: one, port: 22 }, "to_vm_id"],
    [{ ...ends, to_address: "192.0.2.1", port: 22 }, "to_address"],
    [{ from_vm_id: one, to_vm_id: one, port: 22 }, "to_vm_id"],
    [{ from_address: address, to_vm_id: one, port: 22 }, "from_address"],
    [{ from_vm_id: one, to_address: address, port: 22 }, "to_address"],
    [{ from_vm_id: one, to_address: addresses[0], port: 22 }, "to_address"],
    [{ from_address: addresses[0], to_vm_id: other, port: 22 }, "from_address"],
    [{ from_address: "internet", to_address: addresses[0], port: 22 }, "to_address"],
    [{ from_address: "internet", to_address: "internet", port: 22 }, "to_address"],
    [{ ...ends }, "port"],
    [{ ...ends, port: 0 }, "port"],
    [{ ...ends, port: 65_536 }, "port"],
    [{ ...ends, protocol: "icmp", port: 22 }, "port"],
    [{ ...ends, port: 22, icmp_type: 8 }, "icmp_type"],
    [{ ...ends, protocol: "icmp", icmp_type: 256 }, "icmp_type"],
    [{ ...ends, protocol: "any", port: 22 }, "protocol"],
    [{ ...ends, port: 22, rules: [] }, "firewall_group_id"],
    [{ ...ends, port: 22, firewall_group_id: "fw_1" }, "rules"],
    ...["0.0.0.0", "224.0.0.1", "192.0.2.0/24", "192.0.2.01", "Internet"].map(
      (to_address) => [{ from_vm_id: one, to_address, port: 22 }, "to_address"] as const,
    ),
    ...[
      "::1",
      "::",
      "ff02::1",
      "fe80::1",
      "fe80::1%eth0",
      "::ffff:192.0.2.7",
      "fd00::/64",
      "[fd00::7]",
      "fd00::7 ",
    ].map((to_address) => [{ from_vm_id: one, to_address, port: 22 }, "to_address"] as const),
    [{ from_address: "internet", to_address: "fd00::7", port: 22 }, "to_address"],
    [{ from_address: "2001:db8::7", to_vm_id: one, port: 22 }, "from_address"],
  ] as const) {
    const response = await network.post(PATH, question);
    expectError(response, 400, "invalid_request");
    expect(response.body.errors, JSON.stringify(question)).toEqual([expect.objectContaining({ field })]);
  }
});
