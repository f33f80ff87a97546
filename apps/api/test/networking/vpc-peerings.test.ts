// VPC peerings (docs/adr/0198). packages/providers/src/libvirt/network/networks.test.ts has packets.
import { newId } from "@fulmar/core";
import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, FRANKFURT, type Network, networkingFixture, TIMESTAMP, uniqueName } from "./networking-fixture.ts";

const network = networkingFixture();
const PATH = "/networking/vpc-peerings";

const ask = (by: Network, vpc_id: string, peer_vpc_id: string) =>
  by.post(PATH, { name: uniqueName("peering"), vpc_id, peer_vpc_id });
/** The peerings of a VPC. */
const of = async (by: Network, vpc_id: string) => (await by.get(PATH, { vpc_id })).body;
/** What differs between two requests that are alike. */
const alike = (body: Readonly<Record<string, unknown>>) => ({
  ...body,
  ...{ vpc_peering_id: "", name: "", peer_vpc_id: "", created_at: "", updated_at: "" },
});
/** A request to a VPC of another workspace, with both sides. */
async function requested(cidr: string, peerCidr: string) {
  const other = await network.neighbour();
  const [vpc, peer] = await Promise.all([network.vpc(cidr), other.vpc(peerCidr)]);
  const made = await ask(network, vpc, peer);
  expect(made.status, made.text).toBe(201);
  const [incoming] = await of(other, peer);
  return { other, vpc, peer, made: made.body, incoming, path: `${PATH}/${made.body.vpc_peering_id}` };
}

describe("between two VPCs of the workspace", () => {
  test("a peering is active at once, each VPC has its side, and both end together", async () => {
    const [one, other] = [await network.vpc("10.1.0.0/16"), await network.vpc("10.2.0.0/16")];
    const made = await ask(network, one, other);
    expect(made.body).toEqual({
      vpc_peering_id: expect.stringMatching(/^peer_/),
      organization_id: network.tenant.organizationId,
      workspace_id: network.tenant.workspaceId,
      site_id: AMSTERDAM,
      name: made.body.name,
      ...{ vpc_id: one, cidr: "10.1.0.0/16", peer_vpc_id: other, peer_cidr: "10.2.0.0/16" },
      ...{ side: "requester", status: "active" },
      ...{ created_at: TIMESTAMP, updated_at: TIMESTAMP },
    });
    expect((await network.get(`${PATH}/${made.body.vpc_peering_id}`)).body).toEqual(made.body);
    const [side, ...more] = await of(network, other);
    expect(more).toEqual([]);
    expect(side).toMatchObject({ vpc_id: other, peer_vpc_id: one, peer_cidr: "10.1.0.0/16", side: "accepter" });
    expect(side).toMatchObject({ name: made.body.name, status: "active" });

    const again = await ask(network, other, one);
    expectError(again, 409, "vpc_peering_exists");
    expect(again.body.blockers).toEqual([{ type: "vpc_peering", id: side.vpc_peering_id, name: side.name }]);
    const used = await network.remove(`/networking/vpcs/${other}`);
    expectError(used, 409, "vpc_peered");
    expect(used.body.blockers).toEqual([{ type: "vpc_peering", id: side.vpc_peering_id, name: side.name }]);

    const ended = await network.remove(`${PATH}/${side.vpc_peering_id}`);
    expect([ended.status, ended.body]).toEqual([200, { status: "deleted", id: side.vpc_peering_id }]);
    expect((await network.get(`${PATH}/${made.body.vpc_peering_id}`)).status).toBe(404);
    expect((await network.remove(`/networking/vpcs/${other}`)).status).toBe(200);
  });

  test("400 for a VPC with itself, 404 for a VPC that is not there, 409 across sites", async () => {
    const vpc = await network.vpc("10.3.0.0/16");
    const itself = await ask(network, vpc, vpc);
    expectError(itself, 400, "invalid_request");
    expect(itself.body.errors).toEqual([{ field: "peer_vpc_id", message: "must be another VPC than vpc_id" }]);
    expectError(await ask(network, newId("vpc"), vpc), 404, "not_found");
    const far = await network.vpc("10.4.0.0/16", FRANKFURT);
    const across = await ask(network, vpc, far);
    expectError(across, 409, "site_mismatch");
    expect(across.body.blockers).toMatchObject([{ type: "vpc", id: far }]);
    expect(await of(network, vpc)).toEqual([]);
  });

  test("409 where the site's networks have no peerings, and nothing is asked", async () => {
    const [one, other] = [await network.vpc("10.5.0.0/16"), await network.vpc("10.6.0.0/16")];
    const site = "UPDATE site SET unsupported = $2 WHERE site_id = $1";
    await network.api.database.pool.query(site, [AMSTERDAM, ["vpc_peering"]]);
    try {
      const refused = await ask(network, one, other);
      expectError(refused, 409, "unsupported_by_site");
      expect(refused.body.detail).toBe("The site's networks have no VPC peerings; use VPCs at another site.");
    } finally {
      await network.api.database.pool.query(site, [AMSTERDAM, []]);
    }
    expect(await of(network, one)).toEqual([]);
  });
});

describe("with a VPC of another workspace", () => {
  test("it is asked, sees the network of who asks, accepts, and either side ends it for both", async () => {
    const { other, vpc, peer, made, incoming, path } = await requested("10.11.0.0/16", "10.12.0.0/16");
    expect(made).toMatchObject({ side: "requester", status: "pending", peer_vpc_id: peer, peer_cidr: null });
    expect(incoming).toMatchObject({
      ...{ name: made.name, side: "accepter", status: "pending", workspace_id: other.tenant.workspaceId },
      ...{ vpc_id: peer, cidr: "10.12.0.0/16", peer_vpc_id: vpc, peer_cidr: "10.11.0.0/16" },
    });
    expect((await other.get(PATH, { status: "pending" })).body).toEqual([incoming]);
    const own = await network.post(`${path}/accept`);
    expectError(own, 409, "vpc_peering_not_asked");
    expectError(await network.post(`${PATH}/${incoming.vpc_peering_id}/accept`), 404, "not_found");
    expectError(await other.remove(path), 404, "not_found");

    const accept = `${PATH}/${incoming.vpc_peering_id}/accept`;
    const accepted = await other.post(accept);
    expect([accepted.status, accepted.body]).toEqual([
      200,
      { ...incoming, status: "active", updated_at: accepted.body.updated_at },
    ]);
    expect((await network.get(path)).body).toMatchObject({ status: "active", peer_cidr: "10.12.0.0/16" });
    expect((await other.post(accept)).body).toEqual(accepted.body);

    await network.remove(path);
    const ended = await other.get(`${PATH}/${incoming.vpc_peering_id}`);
    expect(ended.body).toMatchObject({ status: "ended", peer_cidr: "10.11.0.0/16" });
    expectError(await other.post(accept), 409, "vpc_peering_not_asked");
    expect((await other.remove(`/networking/vpcs/${peer}`)).status).toBe(200);
    expect((await other.get(`${PATH}/${incoming.vpc_peering_id}`)).status).toBe(404);
  });

  test("a request is refused, taken back, and gone with the VPC that asks, but not with the one that is asked", async () => {
    const refused = await requested("10.13.0.0/16", "10.14.0.0/16");
    await refused.other.remove(`${PATH}/${refused.incoming.vpc_peering_id}`);
    expect((await network.get(refused.path)).body).toMatchObject({ status: "rejected", peer_cidr: null });
    expect(await of(refused.other, refused.peer)).toEqual([]);
    // It may ask again, and take that back.
    const again = await ask(network, refused.vpc, refused.peer);
    expect(again.status).toBe(201);
    expect(await of(refused.other, refused.peer)).toHaveLength(1);
    await network.remove(`${PATH}/${again.body.vpc_peering_id}`);
    expect(await of(refused.other, refused.peer)).toEqual([]);

    const left = await requested("10.15.0.0/16", "10.16.0.0/16");
    expect((await network.remove(`/networking/vpcs/${left.vpc}`)).status).toBe(200);
    expect(await of(left.other, left.peer)).toEqual([]);

    const gone = await requested("10.17.0.0/16", "10.18.0.0/16");
    expect((await gone.other.remove(`/networking/vpcs/${gone.peer}`)).status).toBe(200);
    expect((await network.get(gone.path)).body).toEqual(gone.made);
  });

  test("who asks learns nothing: an absent VPC, one elsewhere and one whose network overlaps answer alike", async () => {
    const other = await network.neighbour();
    const vpc = await network.vpc("10.21.0.0/16");
    const peers = [
      ...[newId("vpc"), await other.vpc("10.21.0.0/16"), await other.vpc("10.22.0.0/16")],
      await other.vpc("10.23.0.0/16", FRANKFURT),
    ];
    const plans = [];
    const answers = [];
    for (const peer_vpc_id of peers) {
      const body = { name: "one", vpc_id: vpc, peer_vpc_id };
      const plan = await network.post(`${PATH}?dry_run=true`, body);
      expect(plan.status, plan.text).toBe(200);
      plans.push(plan.text.replaceAll(peer_vpc_id, "").replaceAll(/peer_\w{26}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, ""));
      const made = await network.post(PATH, body);
      expect(made.status, made.text).toBe(201);
      answers.push(alike((await network.get(`${PATH}/${made.body.vpc_peering_id}`)).body));
      expectError(await network.post(PATH, body), 409, "vpc_peering_exists");
    }
    expect(new Set(plans).size).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    // Only VPCs at the site are asked.
    expect((await other.get(PATH)).body.map((row: { vpc_id: string }) => row.vpc_id)).toEqual(
      peers.slice(1, 3).reverse(),
    );
  });

  test("409 at acceptance where networks overlap, the other VPC's or another peer's, and nothing is changed", async () => {
    const same = await requested("10.31.0.0/16", "10.31.128.0/20");
    const refused = await same.other.post(`${PATH}/${same.incoming.vpc_peering_id}/accept`);
    expectError(refused, 409, "cidr_overlap");
    expect((await network.get(same.path)).body).toEqual(same.made);

    const first = await requested("10.32.0.0/16", "10.33.0.0/16");
    await first.other.post(`${PATH}/${first.incoming.vpc_peering_id}/accept`);
    // A third workspace with the addresses of the first peer, asked by the same VPC.
    const third = await network.neighbour();
    const like = await third.vpc("10.33.0.0/16");
    await ask(network, first.vpc, like);
    const [incoming] = await of(third, like);
    const second = await third.post(`${PATH}/${incoming.vpc_peering_id}/accept`);
    expectError(second, 409, "cidr_overlap");
    expect(second.body.blockers).toBeUndefined();
    // The one that asks is the third one: the VPC that accepts is told which of its peerings is in the way.
    await ask(third, like, first.vpc).then((answer) => expectError(answer, 409, "vpc_peering_exists"));
    await third.remove(`${PATH}/${incoming.vpc_peering_id}`);
    await ask(third, like, first.vpc);
    const [asked] = (await of(network, first.vpc)).filter((row: { side: string }) => row.side === "accepter");
    const own = await network.post(`${PATH}/${asked.vpc_peering_id}/accept`);
    expectError(own, 409, "cidr_overlap");
    expect(own.body.blockers).toEqual([{ type: "vpc_peering", id: first.made.vpc_peering_id, name: first.made.name }]);
    await network.remove(first.path);
    expect((await network.post(`${PATH}/${asked.vpc_peering_id}/accept`)).body).toMatchObject({ status: "active" });
  });

  test("races leave both sides alike: acceptances of one request, and acceptance against its end", async () => {
    for (let turn = 0; turn < 3; turn++) {
      const range = 40 + turn * 2;
      const { other, vpc, peer, incoming, path } = await requested(`10.${range}.0.0/16`, `10.${range + 1}.0.0/16`);
      const accept = () => other.post(`${PATH}/${incoming.vpc_peering_id}/accept`);
      const [first, second, taken] = await Promise.all([accept(), accept(), network.remove(path)]);
      expect(taken.status).toBe(200);
      for (const { status } of [first, second]) expect([200, 404, 409]).toContain(status);
      expect(await of(network, vpc)).toEqual([]);
      for (const { status } of await of(other, peer)) expect(status).toBe("ended");
    }
  });

  test("a VPC asks for 50 peerings, and is asked by 50 at a time", async () => {
    const vpc = await network.vpc("10.51.0.0/16");
    for (let turn = 0; turn < 50; turn++) expect((await ask(network, vpc, newId("vpc"))).status).toBe(201);
    expectError(await ask(network, vpc, newId("vpc")), 409, "too_many_vpc_peerings");
    const other = await network.neighbour();
    const peer = await other.vpc("10.52.0.0/16");
    await network.api.database.pool.query(
      `INSERT INTO vpc_peering (workspace_id, vpc_peering_id, vpc_id, site_id, cidr, name, side, status, peer_vpc_id,
                                peer_cidr, other_side_id)
       SELECT workspace_id, 'peer_' || n, vpc_id, site_id, cidr, 'many', 'accepter', 'pending', 'vpc_' || n,
              '192.168.0.0/24', 'peer_other' || n
         FROM vpc, generate_series(1, 50) AS n WHERE vpc_id = $1`,
      [peer],
    );
    const late = await network.vpc("10.53.0.0/16");
    const unheard = await ask(network, late, peer);
    expect(unheard.body).toMatchObject({ status: "pending", peer_cidr: null });
    expect((await other.get(PATH, { vpc_id: peer, limit: "100" })).body).toHaveLength(50);
  });
});

describe("reachability", () => {
  const check = async (question: object) => {
    const { status, body, text } = await network.post("/networking/reachability", question);
    expect(status, text).toBe(200);
    return body;
  };
  const machine = async (by: Network, range: string) => {
    const vpc = await by.vpc(`${range}.0.0/16`);
    const subnet_id = await by.subnet(vpc, `${range}.1.0/24`);
    const { vmId, name } = await by.vm();
    const { private_ip } = (await by.attach(vpc, { vm_id: vmId, subnet_id })).body;
    return { vpc, vmId, name, address: private_ip as string };
  };

  test("a VM of a peer is reached by the peering, which is named, as its firewall groups say", async () => {
    const [one, other] = [await machine(network, "10.61"), await machine(network, "10.62")];
    const between = { from_vm_id: one.vmId, to_vm_id: other.vmId, port: 443 };
    expect(await check(between)).toMatchObject({ reachable: false, ways: [] });
    const { vpc_peering_id, name } = (await ask(network, one.vpc, other.vpc)).body;
    const open = await check(between);
    expect(open).toMatchObject({
      reachable: true,
      ways: [{ address: other.address, seen_address: one.address }],
    });
    expect(open.ways[0].steps[0]).toMatchObject({ type: "vpc_peering", id: vpc_peering_id, name, parent_id: one.vpc });
    const byAddress = { from_vm_id: one.vmId, to_address: other.address, port: 443 };
    expect((await check(byAddress)).ways).toEqual(open.ways);
    expect(await check({ ...byAddress, to_address: "10.62.200.9" })).toMatchObject({
      reachable: false,
      ways: [{ steps: [{ type: "vpc_peering", id: vpc_peering_id, passes: false }] }],
    });
    const { firewall_group_id } = (await network.post("/networking/firewall-groups", { name: uniqueName("fw") })).body;
    await network.post(`/networking/firewall-groups/${firewall_group_id}/instances`, { vm_id: other.vmId });
    expect(await check(between)).toMatchObject({
      reachable: false,
      message: `No rule of ${other.name}'s firewall groups allows TCP 443 from ${one.address}.`,
    });
    for (const vpc of [one.vpc, other.vpc]) await network.patch(`/networking/vpcs/${vpc}`, { ipv6: true });
    const [{ ipv6_address }] = (await network.get(`/networking/vpcs/${other.vpc}/nodes`)).body;
    const byIpv6 = await check({ ...byAddress, to_address: ipv6_address });
    expect(byIpv6.ways[0].steps[0]).toMatchObject({ type: "vpc_peering", id: vpc_peering_id, passes: true });
    expect((await check(between)).ways).toMatchObject([{ address: other.address }, { address: ipv6_address }]);
    await network.remove(`${PATH}/${vpc_peering_id}`);
    expect(await check(between)).toMatchObject({ reachable: false, ways: [] });
  });

  test("of a peer of another workspace, nothing is known beyond the peering", async () => {
    const neighbour = await network.neighbour();
    const [one, far] = [await machine(network, "10.63"), await machine(neighbour, "10.64")];
    const question = { from_vm_id: one.vmId, to_address: far.address, port: 443 };
    const made = (await ask(network, one.vpc, far.vpc)).body;
    expect(await check(question)).toMatchObject({ reachable: false });
    const [incoming] = await of(neighbour, far.vpc);
    await neighbour.post(`${PATH}/${incoming.vpc_peering_id}/accept`);
    const open = await check(question);
    expect(open).toMatchObject({ reachable: true, ways: [{ steps: [{ type: "vpc_peering" }, { passes: true }] }] });
    expect(open.ways[0].steps[0].message).toBe(
      `${one.name} sends what is for ${far.address} by the VPC peering ${made.name}, to the VPC ${far.vpc} of another ` +
        "workspace, whose firewall groups decide there.",
    );
    expect((await check({ ...question, to_address: "10.64.9.9" })).reachable).toBe(true);
  });
});
