import { afterAll, beforeAll, expect, test } from "vitest";
import type { AddressSet, NetworkPort } from "../ports/network-port.ts";
import { type ProviderFixture, sampleRecord, signal, twice, uniqueId } from "./provider-fixture.ts";

/**
 * Conformance tests of the network port, for every provider: the newest revision wins, even when older calls arrive
 * late or repeatedly.
 */
export function networkConformance(open: () => Promise<ProviderFixture>) {
  let fixture: ProviderFixture;
  let networks: NetworkPort;
  const record = sampleRecord("subnet", "inner");
  beforeAll(async () => {
    fixture = await open();
    networks = fixture.provider.networks;
  });
  afterAll(() => fixture.close());

  const subnet = (revision: number) => ({
    revision,
    vpcId: uniqueId("vpc"),
    cidr: "10.201.1.0/24",
    gateway: "10.201.1.1",
    ipv6Cidr: null,
    dns: ["192.0.2.53"],
    peers: [],
    record,
  });

  test("subnets, instances and gateways keep their newest revision and are removed repeatably", async () => {
    const [subnetId, vmId, gatewayId] = [uniqueId("sub"), uniqueId("vm"), uniqueId("nat")];
    const wanted = subnet(3);
    await twice(() => networks.applySubnet(subnetId, wanted, signal));
    await networks.applySubnet(subnetId, { ...wanted, revision: 2, dns: [] }, signal);
    expect(await networks.find("subnet", [subnetId, vmId], signal)).toEqual([{ id: subnetId, revision: 3 }]);

    const address = { address: "10.201.1.10", ipv6Address: null, prefixLength: 24, gateway: "10.201.1.1" };
    const nic = { subnetId, ...address, natGatewayId: gatewayId };
    const instance = { revision: 2, nics: [nic], publicAddress: null, firewall: [], sets: [], record };
    await twice(() => networks.applyInstance(vmId, instance, signal));
    await networks.applyInstance(vmId, { ...instance, revision: 1, nics: [] }, signal);
    expect(await networks.find("vm", [vmId], signal)).toEqual([{ id: vmId, revision: 2 }]);

    const forward = { protocol: "tcp", publicPort: 8080, address: "10.201.1.10", privatePort: 80 } as const;
    const gateway = {
      revision: 1,
      subnetIds: [subnetId],
      publicAddress: { address: "198.51.100.77", reverseDns: "" },
      forwards: [forward],
      record,
    };
    await twice(() => networks.applyGateway(gatewayId, gateway, signal));
    await twice(() =>
      networks.applyGateway(gatewayId, { ...gateway, revision: 2, publicAddress: null, forwards: [] }, signal),
    );
    expect(await networks.find("nat_gateway", [gatewayId], signal)).toEqual([{ id: gatewayId, revision: 2 }]);

    await twice(() => networks.remove("nat_gateway", gatewayId, signal));
    await twice(() => networks.remove("vm", vmId, signal));
    await twice(() => networks.remove("subnet", subnetId, signal));
    for (const [kind, id] of [
      ["nat_gateway", gatewayId],
      ["vm", vmId],
      ["subnet", subnetId],
    ] as const) {
      expect(await networks.find(kind, [id], signal)).toEqual([]);
    }
  });

  test("a set is there while an instance's rules name it, and keeps its newest revision", async () => {
    const [one, other, set] = [uniqueId("vm"), uniqueId("vm"), `1/group:${uniqueId("fw")}`];
    const echo = { type: 8, code: 0 };
    const ping = {
      direction: "ingress",
      protocol: "icmp",
      action: "allow",
      ports: null,
      icmp: echo,
      remotes: [],
    } as const;
    const within = (revision: number, sets: readonly AddressSet[]) => ({
      ...{ revision, nics: [], publicAddress: null, sets: [...sets], record },
      firewall: sets.map(({ id }) => ({ ...ping, set: id })),
    });
    const addresses = ["10.201.1.10", "10.201.1.11"];
    await twice(() => networks.applyInstance(one, within(1, [{ id: set, revision: 2, addresses }]), signal));
    if (networks.applySet === null) {
      expect(await networks.findSets([set], signal)).toEqual([]);
    } else {
      const { applySet } = networks;
      const has = async () => (await networks.findSets([set], signal)).map(({ revision }) => revision);
      await twice(() => applySet({ id: set, revision: 4, addresses: [] }, signal));
      await applySet({ id: set, revision: 3, addresses }, signal);
      await networks.applyInstance(other, within(1, [{ id: set, revision: 2, addresses }]), signal);
      expect(await has()).toEqual([4]);
      await networks.applyInstance(one, within(2, []), signal);
      expect(await has()).toEqual([4]);
      await networks.remove("vm", other, signal);
      expect(await has()).toEqual([]);
      await applySet({ id: set, revision: 5, addresses }, signal);
      expect(await has()).toEqual([]);
    }
    for (const id of [one, other]) await twice(() => networks.remove("vm", id, signal));
  });

  test("a VPC has names while it has a subnet at the site, in their newest revision", async () => {
    const [one, other, strange] = [uniqueId("sub"), uniqueId("sub"), uniqueId("vpc")];
    const wanted = subnet(1);
    const { vpcId } = wanted;
    const { applyNames } = networks;
    const has = async () => (await networks.findNames([vpcId, strange], signal)).map(({ revision }) => revision);
    await networks.applySubnet(one, wanted, signal);
    if (applyNames === null) {
      expect(await has()).toEqual([]);
    } else {
      const names = [{ name: "web-1.main.internal", addresses: ["10.201.1.10", "fd00:0:0:100::ac9:10a"] }];
      const early = applyNames(strange, { revision: 1, names }, signal);
      await expect(early).rejects.toMatchObject({ code: "subnet_not_ready", retryable: true });
      await twice(() => applyNames(vpcId, { revision: 2, names }, signal));
      await applyNames(vpcId, { revision: 1, names: [] }, signal);
      expect(await has()).toEqual([2]);
      await networks.applySubnet(other, { ...wanted, cidr: "10.201.2.0/24", gateway: "10.201.2.1" }, signal);
      await networks.remove("subnet", one, signal);
      await applyNames(vpcId, { revision: 3, names: [] }, signal);
      expect(await has()).toEqual([3]);
    }
    for (const id of [one, other]) await twice(() => networks.remove("subnet", id, signal));
    expect(await has()).toEqual([]);
  });

  test("list returns pages in the order of the ids", async () => {
    const prefix = uniqueId("vm");
    const nothing = { revision: 1, nics: [], publicAddress: null, firewall: null, sets: [], record };
    for (const last of ["c", "a", "b"]) await networks.applyInstance(`${prefix}${last}`, nothing, signal);
    const page = async (after: string) => (await networks.list("vm", { after, limit: 2 }, signal)).map(({ id }) => id);
    expect(await page(prefix)).toEqual([`${prefix}a`, `${prefix}b`]);
    expect((await page(`${prefix}b`))[0]).toBe(`${prefix}c`);
    for (const last of ["a", "b", "c"]) await networks.remove("vm", `${prefix}${last}`, signal);
  });
}
