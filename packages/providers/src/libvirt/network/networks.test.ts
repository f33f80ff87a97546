// Networks against OVN of this machine's packages, with its datapath in user space, between machines that boot under
// emulation. What is to pass passes, and what is not does not.
import { needs } from "@fulmar/testkit";
import { type LibvirtHost, startLibvirtHost, whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { networkConformance } from "../../conformance/network-conformance.ts";
import {
  type ProviderFixture,
  runningInstance,
  sampleRecord,
  signal,
  twice,
  uniqueId,
} from "../../conformance/provider-fixture.ts";
import type { GatewayConfiguration, InstanceNetwork, PeerNetwork } from "../../ports/network-port.ts";
import type { ServerProvider, SiteServer } from "../../ports/provider-kind.ts";
import { inGuest, UPLINK } from "../guest-fixture.ts";
import { libvirtKind } from "../libvirt-kind.ts";
import { closeSite, openSite } from "../libvirt-provider.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { optionsOf } from "../site/site-options.ts";

const timeout = 300_000;
const IMAGE = "img_one";
const record = sampleRecord("vm", "web");
/** The host's address in the network outside. */
const OUTSIDE = "198.51.100.1";

const missing = whyNoLibvirt({ ovn: true });
if (missing !== undefined) console.warn(missing);
describe("networks on OVN", { ...needs("libvirt", missing === undefined), timeout }, () => {
  let host: LibvirtHost;
  let server: SiteServer;
  let provider: ServerProvider;
  let site: LibvirtSite;
  const siteId = uniqueId("site");
  const open = (): ProviderFixture =>
    ({
      provider: libvirtKind.open(server),
      images: [IMAGE, IMAGE],
      close: async () => undefined,
    }) as unknown as ProviderFixture;

  beforeAll(async () => {
    host = await startLibvirtHost({ ovn: true });
    const endpoint = { url: `unix://${host.socket}` };
    const northbound = `unix:${host.northbound.socket}`;
    const options = await libvirtKind.completeOptions({ siteId, endpoint, options: { northbound, ...UPLINK } }, signal);
    server = { siteId, endpoint, options };
    await twice(() => libvirtKind.prepare(server, signal));
    await libvirtKind.importImage(server, IMAGE, { file: await tinyImage(), cloudInit: true }, signal);
    provider = libvirtKind.open(server);
    site = openSite(optionsOf(server));
  }, timeout);
  afterAll(async () => {
    await provider.close();
    await closeSite(site);
    await host.stop();
  });

  test("libvirtd and the database answer by TLS with the same certificates", async () => {
    const { certificate, key, authority, port, host: address } = host.tls;
    const endpoint = {
      url: `tls://${address}:${port}`,
      client: { certificate, key },
      serverCertificate: authority,
    };
    const options = await libvirtKind.completeOptions({ siteId, endpoint, options: {} }, signal);
    expect(options).toMatchObject({ northbound: `ssl:${address}:6641` });
    expect(await libvirtKind.prepare({ siteId, endpoint, options }, signal)).toMatchObject({
      warnings: expect.arrayContaining(["Networks do not lead out: the site has no uplink (docs/kvm.md)."]),
    });
    const stranger = { ...endpoint, client: host.tls.stranger };
    const strange = libvirtKind.prepare(
      { siteId, endpoint: { ...server.endpoint, ...stranger, url: server.endpoint.url }, options },
      signal,
    );
    await expect(strange).rejects.toMatchObject({ code: "site_unfit" });
    const without = libvirtKind.open({ siteId, endpoint, options });
    const subnetId = uniqueId("sub");
    const subnet = {
      revision: 1,
      vpcId: uniqueId("vpc"),
      cidr: "10.204.0.0/24",
      gateway: "10.204.0.1",
      ipv6Cidr: null,
      dns: [],
      peers: [],
      record,
    };
    await without.networks.applySubnet(subnetId, subnet, signal);
    const publicAddress = { address: "198.51.100.79", reverseDns: "" };
    const gateway = { revision: 1, subnetIds: [subnetId], publicAddress, forwards: [], record };
    await expect(without.networks.applyGateway(uniqueId("nat"), gateway, signal)).rejects.toMatchObject({
      code: "unsupported_by_site",
      retryable: false,
    });
    await without.networks.remove("subnet", subnetId, signal);
    await without.close();
  });

  describe("conformance", () => networkConformance(async () => open()));

  test("changes at once are all made, and no address is given twice", async () => {
    const others = [libvirtKind.open(server), libvirtKind.open(server)];
    const vpcId = uniqueId("vpc");
    const subnets = Array.from({ length: 6 }, (_, index) => ({ id: uniqueId("sub"), third: index }));
    await Promise.all(
      subnets.map(({ id, third }) => {
        const range = {
          cidr: `10.203.${third}.0/24`,
          gateway: `10.203.${third}.1`,
          ipv6Cidr: null,
          dns: [],
          peers: [],
        };
        const { networks } = others[third % 2] ?? provider;
        return networks.applySubnet(id, { revision: 1, vpcId, ...range, record }, signal);
      }),
    );
    expect(
      await provider.networks.find(
        "subnet",
        subnets.map(({ id }) => id),
        signal,
      ),
    ).toHaveLength(6);
    const routers = await host.run(
      "ovn-nbctl",
      "--columns=_uuid",
      "--bare",
      "find",
      "Logical_Router",
      `name=fm_${vpcId}`,
    );
    expect(routers.trim().split("\n")).toHaveLength(1);
    const vms = Array.from({ length: 6 }, () => uniqueId("vm"));
    const none = { revision: 1, nics: [], publicAddress: null, firewall: null, sets: [], record };
    await Promise.all(vms.map((id, index) => (others[index % 2] ?? provider).networks.applyInstance(id, none, signal)));
    const described = await Promise.all(vms.map((id) => provider.inventory.describe("vm_network", id, signal)));
    expect(new Set(described.map((each) => each?.size)).size).toBe(6);
    for (const id of vms) await provider.networks.remove("vm", id, signal);
    for (const { id } of subnets) await provider.networks.remove("subnet", id, signal);
    expect(await host.run("ovn-nbctl", "--bare", "find", "Logical_Router", `name=fm_${vpcId}`)).toBe("");
    for (const other of others) await other.close();
  });

  describe("between machines", () => {
    const [a, b, c] = [uniqueId("vm"), uniqueId("vm"), uniqueId("vm")];
    const [one, two, three] = [uniqueId("sub"), uniqueId("sub"), uniqueId("sub")];
    const [vpc, other] = [uniqueId("vpc"), uniqueId("vpc")];
    const gateway = uniqueId("nat");
    const revisions = new Map<string, number>();
    const next = (id: string) => {
      revisions.set(id, (revisions.get(id) ?? 0) + 1);
      return revisions.get(id) ?? 0;
    };
    const nicIn = (subnetId: string, address: string) => ({
      subnetId,
      address,
      ipv6Address: null,
      prefixLength: 24,
      gateway: address.replace(/\d+$/, "1"),
      natGatewayId: null,
    });
    const NIC = { [a]: nicIn(one, "10.201.1.10"), [b]: nicIn(two, "10.201.2.10"), [c]: nicIn(three, "10.201.1.11") };

    /** Applies the network of a VM, and waits until the host has it. */
    async function apply(vmId: string, changed: Partial<InstanceNetwork> = {}): Promise<void> {
      const nic = NIC[vmId];
      const plain = { nics: nic === undefined ? [] : [nic], publicAddress: null, firewall: null, sets: [], record };
      await provider.networks.applyInstance(vmId, { revision: next(vmId), ...plain, ...changed }, signal);
      await host.untilNetworksApplied();
    }
    async function applySubnet(
      id: string,
      {
        vpcId,
        third,
        ipv6Cidr = null,
        peers = [],
      }: { vpcId: string; third: number; ipv6Cidr?: string | null; peers?: readonly PeerNetwork[] },
    ): Promise<void> {
      const range = { cidr: `10.201.${third}.0/24`, gateway: `10.201.${third}.1`, dns: ["192.0.2.53", "192.0.2.54"] };
      const wanted = { revision: next(id), vpcId, ...range, ipv6Cidr, peers, record };
      await provider.networks.applySubnet(id, wanted, signal);
    }
    async function applyGateway(changed: Partial<GatewayConfiguration>): Promise<void> {
      const plain = { subnetIds: [one], publicAddress: null, forwards: [], record };
      await provider.networks.applyGateway(gateway, { revision: next(gateway), ...plain, ...changed }, signal);
      await host.untilNetworksApplied();
    }
    const run = (vmId: string, command: string) => inGuest(site, vmId, command, signal);
    /** Whether SSH answers at an address. */
    const reaches = async (vmId: string, address: string) =>
      (await run(vmId, `echo | nc -w 3 ${address} 22 2>/dev/null | head -c 4; true`)) === "SSH-";
    const pings = async (vmId: string, address: string, ...options: readonly string[]) =>
      (await run(vmId, `ping -c 1 -W 2 ${options.join(" ")} ${address} >/dev/null 2>&1 && echo yes; true`)) === "yes\n";
    /** The address from which a VM reaches the network outside; null when it does not. */
    const seenFrom = async (vmId: string) =>
      (await run(vmId, `for turn in 1 2 3; do nc -w 1 ${OUTSIDE} 8000 </dev/null && break; done; true`)) || null;
    /** What answers at a public address and port, asked from outside. */
    const answerAt = (address: string, port: number) =>
      host.run(
        process.execPath,
        "-e",
        `require("net").connect({ host: "${address}", port: ${port}, timeout: 5_000 })
          .once("data", (bytes) => { console.log(String(bytes).slice(0, 4)); process.exit() })
          .once("timeout", () => process.exit()).on("error", () => process.exit())`,
      );

    let outside: Promise<string>;
    beforeAll(async () => {
      // It tells whoever asks by which address it sees them, and ends when the host itself asks.
      const server = `require("net").createServer((socket) => socket.end(socket.remoteAddress)
        .on("error", () => {}).on("close", () => socket.remoteAddress === "${OUTSIDE}" && process.exit()))
        .listen(8000, "${OUTSIDE}")`;
      outside = host.run(process.execPath, "-e", server);
      for (const [id, vpcId, third] of [
        [one, vpc, 1],
        [two, vpc, 2],
        [three, other, 1],
      ] as const) {
        await applySubnet(id, { vpcId, third });
      }
      for (const id of [a, b, c]) await apply(id);
      await Promise.all([a, b, c].map((id) => runningInstance(open(), id)));
      for (const id of [a, b, c]) await run(id, "true");
    }, timeout);

    afterAll(async () => {
      await host.run(process.execPath, "-e", `require("net").connect(8000, "${OUTSIDE}").resume()`);
      await outside;
    });

    test("a machine gets its address, its router, its resolvers and the size of packets", async () => {
      expect(await provider.compute.startInstance(a, signal)).toEqual({ privateIp: "10.201.1.10" });
      expect(await run(a, "ip -4 -o address show eth0")).toContain("inet 10.201.1.10/24");
      expect(await run(a, "ip route")).toContain("default via 10.201.1.1 ");
      expect(await run(a, "cat /etc/resolv.conf")).toBe("nameserver 192.0.2.53\nnameserver 192.0.2.54\n");
      expect(await run(a, "cat /sys/class/net/eth0/mtu")).toBe("1442\n");
    });

    test("machines of a VPC reach each other, those of two do not, and nobody takes another's address", async () => {
      expect(await reaches(a, "10.201.2.10")).toBe(true);
      expect(await reaches(b, "10.201.1.10")).toBe(true);
      // The same network in another VPC.
      expect(await pings(c, "10.201.1.10")).toBe(false);
      expect(await pings(c, "10.201.2.10")).toBe(false);
      expect(await pings(a, "10.201.2.10")).toBe(true);
      await run(a, "ip address add 10.201.1.99/24 dev eth0");
      expect(await pings(a, "10.201.2.10", "-I", "10.201.1.99")).toBe(false);
      await run(a, "ip address delete 10.201.1.99/24 dev eth0");
    });

    test("the first rule that matches decides, answers pass, and the rest is dropped", async () => {
      const rule = { protocol: "tcp", ports: { first: 22, last: 22 }, icmp: null, set: null } as const;
      const from = { ...rule, direction: "ingress", remotes: ["10.201.1.0/24"], action: "allow" } as const;
      await apply(b, { firewall: [from] });
      expect(await reaches(a, "10.201.2.10")).toBe(true);
      expect(await pings(a, "10.201.2.10")).toBe(false);
      expect(await reaches(b, "10.201.1.10")).toBe(false);
      await apply(b, { firewall: [{ ...from, remotes: ["10.201.1.10/32"], action: "drop" }, from] });
      expect(await reaches(a, "10.201.2.10")).toBe(false);
      const out = {
        direction: "egress",
        protocol: "any",
        ports: null,
        icmp: null,
        set: null,
        remotes: ["0.0.0.0/0"],
        action: "allow",
      } as const;
      await apply(b, { firewall: [out] });
      expect(await reaches(b, "10.201.1.10")).toBe(true);
      expect(await reaches(a, "10.201.2.10")).toBe(false);
      // Its lease is not a matter of the policy.
      await apply(b, { firewall: [] });
      expect(await run(b, "udhcpc -i eth0 -q -n -t 5 -T 1 -s /etc/udhcpc.sh 2>&1; true")).toContain("10.201.2.10");
      await apply(b);
      expect(await reaches(a, "10.201.2.10")).toBe(true);
    });

    test("a rule that names a set follows the set, and ICMP is told apart by its type", async () => {
      const { applySet } = provider.networks;
      const id = `1/group:${uniqueId("fw")}`;
      const from = { direction: "ingress", ports: null, remotes: [], set: id, action: "allow" } as const;
      const firewall = [
        { ...from, protocol: "tcp", icmp: null },
        { ...from, protocol: "icmp", icmp: { type: 8, code: 0 } },
      ] as const;
      const set = { id, revision: 1, addresses: [] };
      await apply(b, { firewall, sets: [set] });
      expect(await reaches(a, "10.201.2.10")).toBe(false);
      await applySet?.({ ...set, revision: 2, addresses: ["10.201.1.10"] }, signal);
      await host.untilNetworksApplied();
      expect(await reaches(a, "10.201.2.10")).toBe(true);
      expect(await pings(a, "10.201.2.10")).toBe(true);
      await apply(b, { firewall: [{ ...from, protocol: "icmp", icmp: { type: 13, code: null } }], sets: [set] });
      expect(await pings(a, "10.201.2.10")).toBe(false);
      expect(await reaches(a, "10.201.2.10")).toBe(false);
      await apply(b);
      expect(await provider.networks.findSets([id], signal)).toEqual([]);
    });

    test("machines of a VPC reach each other by IPv6 as their rules say", async () => {
      const [first, second] = ["fd12:3456:789a:100::ac9:10a", "fd12:3456:789a:200::ac9:20a"];
      const own = { nics: [{ ...nicIn(one, "10.201.1.10"), ipv6Address: first }] };
      const its = { nics: [{ ...nicIn(two, "10.201.2.10"), ipv6Address: second }] };
      await expect(apply(a, own)).rejects.toMatchObject({ code: "subnet_not_ready", retryable: true });
      await applySubnet(one, { vpcId: vpc, third: 1, ipv6Cidr: "fd12:3456:789a:100::/64" });
      await applySubnet(two, { vpcId: vpc, third: 2, ipv6Cidr: "fd12:3456:789a:200::/64" });
      await apply(a, own);
      await apply(b, its);
      // The guest has no client for DHCPv6, and asks for its router when IPv6 is switched on.
      const on = (address: string) =>
        `cd /proc/sys/net/ipv6/conf/eth0; echo 0 > accept_dad; echo 1 > disable_ipv6; echo 0 > disable_ipv6
         ip address add ${address}/128 dev eth0
         for turn in $(seq 50); do ip -6 route | grep -q default && break; sleep 0.2; done; ip -6 route`;
      expect(await run(a, on(first))).toContain("default via fe80::");
      expect(await run(b, on(second))).toContain("default via fe80::");
      expect(await pings(a, second)).toBe(true);
      expect(await reaches(b, first)).toBe(true);
      await run(a, "ip address add fd12:3456:789a:100::99/128 dev eth0");
      expect(await pings(a, second, "-I", "fd12:3456:789a:100::99")).toBe(false);
      await run(a, "ip address delete fd12:3456:789a:100::99/128 dev eth0");

      const rule = { direction: "ingress", ports: null, icmp: null, set: null, action: "allow" } as const;
      await apply(b, { ...its, firewall: [{ ...rule, protocol: "any", remotes: ["10.201.1.0/24"] }] });
      expect(await reaches(a, "10.201.2.10")).toBe(true);
      expect(await pings(a, second)).toBe(false);
      expect(await reaches(a, second)).toBe(false);
      const echo = { ...rule, protocol: "icmp", icmp: { type: 128, code: 0 }, remotes: [`${first}/128`] } as const;
      await apply(b, { ...its, firewall: [echo] });
      expect(await pings(a, second)).toBe(true);
      expect(await reaches(a, second)).toBe(false);
      const set = { id: `1/group:${uniqueId("fw")}`, revision: 1, addresses: ["10.201.1.10", first] };
      await apply(b, { ...its, firewall: [{ ...rule, protocol: "tcp", remotes: [], set: set.id }], sets: [set] });
      expect(await reaches(a, second)).toBe(true);
      expect(await pings(a, second)).toBe(false);
      await apply(b, { ...its, firewall: [{ ...rule, protocol: "any", remotes: ["0.0.0.0/0"] }] });
      expect(await pings(a, second)).toBe(true);

      for (const id of [a, b]) await apply(id);
      expect(await pings(a, second)).toBe(false);
      await applySubnet(one, { vpcId: vpc, third: 1 });
      await applySubnet(two, { vpcId: vpc, third: 2 });
      expect(await pings(a, "10.201.2.10")).toBe(true);
    });

    test("machines of peers reach each other while both sides have the peering, as their rules say", async () => {
      const [far, four, address] = [uniqueId("vpc"), uniqueId("sub"), "10.201.8.10"];
      const [here, there] = ["fd12:3456:789a", "fd12:3456:789b"];
      const [first, second] = [`${here}:100::ac9:10a`, `${there}:800::ac9:80a`];
      const side = { vpcId: vpc, third: 1, ipv6Cidr: `${here}:100::/64` };
      const farSide = { vpcId: far, third: 8, ipv6Cidr: `${there}:800::/64` };
      const near = { vpcId: vpc, cidr: "10.201.0.0/21", ipv6Cidr: `${here}::/48` };
      const distant = { vpcId: far, cidr: "10.201.8.0/22", ipv6Cidr: `${there}::/48` };
      const its = { nics: [{ ...nicIn(four, address), ipv6Address: second }] };
      await applySubnet(four, farSide);
      await applySubnet(one, side);
      await apply(a, { nics: [{ ...nicIn(one, "10.201.1.10"), ipv6Address: first }] });
      await apply(c, its);
      const renewed = `dev=$(ls /sys/class/net | grep eth); ip link set $dev up
        udhcpc -i $dev -q -n -t 5 -T 1 -s /etc/udhcpc.sh 2>&1; ip -4 -o address`;
      expect(await run(c, renewed)).toContain(`inet ${address}/24`);
      const on = (own: string) =>
        `dev=$(ls /sys/class/net | grep eth); cd /proc/sys/net/ipv6/conf/$dev
         echo 0 > accept_dad; echo 1 > disable_ipv6; echo 0 > disable_ipv6; ip address add ${own}/128 dev $dev
         for turn in $(seq 50); do ip -6 route | grep -q default && break; sleep 0.2; done; ip -6 route`;
      expect(await run(a, on(first))).toContain("default via fe80::");
      expect(await run(c, on(second))).toContain("default via fe80::");

      expect(await pings(a, address)).toBe(false);
      await applySubnet(one, { ...side, peers: [distant] });
      await host.untilNetworksApplied();
      expect(await pings(a, address)).toBe(false);
      expect(await pings(c, "10.201.1.10")).toBe(false);
      await twice(() => applySubnet(four, { ...farSide, peers: [near] }));
      await host.untilNetworksApplied();
      expect(await pings(a, address)).toBe(true);
      expect(await reaches(a, address)).toBe(true);
      expect(await reaches(c, "10.201.2.10")).toBe(true);
      expect(await reaches(b, address)).toBe(true);
      expect(await pings(a, second)).toBe(true);
      expect(await reaches(c, first)).toBe(true);

      const rule = { direction: "ingress", protocol: "any", ports: null, icmp: null, set: null } as const;
      await apply(c, { ...its, firewall: [{ ...rule, remotes: ["10.201.1.0/24"], action: "allow" }] });
      expect(await reaches(a, address)).toBe(true);
      expect(await reaches(b, address)).toBe(false);
      expect(await reaches(c, "10.201.1.10")).toBe(false);
      expect(await pings(a, second)).toBe(false);
      await apply(c, its);

      // A peer without IPv6, and then one side without the peering.
      await applySubnet(one, { ...side, peers: [{ ...distant, ipv6Cidr: null }] });
      await host.untilNetworksApplied();
      expect(await pings(a, address)).toBe(true);
      expect(await pings(a, second)).toBe(false);
      await applySubnet(four, farSide);
      await host.untilNetworksApplied();
      expect(await pings(a, address)).toBe(false);
      expect(await pings(c, "10.201.1.10")).toBe(false);

      // What is joined to a router goes with it.
      await applySubnet(four, { ...farSide, peers: [near] });
      await apply(c, { nics: [] });
      await provider.networks.remove("subnet", four, signal);
      expect(
        await host.run("ovn-nbctl", "--bare", "find", "Logical_Router_Port", `external_ids:fulmar-vpc=${far}`),
      ).toBe("");
      await applySubnet(one, { vpcId: vpc, third: 1, ipv6Cidr: side.ipv6Cidr });
      await apply(a);
      await applySubnet(one, { vpcId: vpc, third: 1 });
      expect(
        await host.run("ovn-nbctl", "--bare", "--columns=ip_prefix", "list", "Logical_Router_Static_Route"),
      ).not.toContain(distant.cidr);
      await apply(c);
      expect(await run(c, renewed)).toContain("inet 10.201.1.11/24");
    });

    test("what has a gateway leaves from its address, its forwards lead in, and the rest stays", async () => {
      expect(await seenFrom(a)).toBeNull();
      const publicAddress = { address: "198.51.100.77", reverseDns: "" };
      const forward = { protocol: "tcp", publicPort: 2222, address: "10.201.1.10", privatePort: 22 } as const;
      await applyGateway({ publicAddress, forwards: [forward] });
      expect(await seenFrom(a)).toBe("198.51.100.77");
      expect(await seenFrom(b)).toBeNull();
      expect(await answerAt("198.51.100.77", 2222)).toBe("SSH-\n");
      expect(await answerAt("198.51.100.77", 22)).toBe("");
      // A neighbour of the uplink that sends to the router what nobody asked for.
      const router = await host.run(
        "ovn-nbctl",
        "--bare",
        "get",
        "Logical_Router_Port",
        `fm_${vpc}_uplink`,
        "networks",
      );
      const [, way = ""] = /(198\.51\.100\.2\d\d)\/24/.exec(router) ?? [];
      await host.run("ip", "route", "add", "10.201.1.0/24", "via", way);
      expect(await answerAt("10.201.1.10", 22)).toBe("");
      await host.run("ip", "route", "delete", "10.201.1.0/24");
      const taken = apply(b, { publicAddress });
      await expect(taken).rejects.toMatchObject({ code: "address_not_free", retryable: true });
      await applyGateway({ subnetIds: [one, two], publicAddress });
      expect(await seenFrom(b)).toBe("198.51.100.77");
      expect(await answerAt("198.51.100.77", 2222)).toBe("");
      await applyGateway({});
      expect(await seenFrom(a)).toBeNull();
    });

    test("a public address leads to its machine alone, and moves", async () => {
      const publicAddress = { address: "198.51.100.78", reverseDns: "" };
      await apply(b, { publicAddress });
      expect(await answerAt("198.51.100.78", 22)).toBe("SSH-\n");
      expect(await seenFrom(b)).toBe("198.51.100.78");
      expect(await seenFrom(a)).toBeNull();
      const early = apply(c, { publicAddress });
      await expect(early).rejects.toMatchObject({ code: "address_not_free", retryable: true });
      await apply(b);
      await apply(c, { publicAddress });
      expect(await seenFrom(c)).toBe("198.51.100.78");
      expect(await answerAt("198.51.100.78", 22)).toBe("SSH-\n");
      expect(await seenFrom(b)).toBeNull();
      await apply(c);
      expect(await answerAt("198.51.100.78", 22)).toBe("");
    });

    test("a running machine gets a card and loses it, and keeps the others through a restart", async () => {
      await apply(a, { nics: [nicIn(one, "10.201.1.10"), nicIn(two, "10.201.2.11")] });
      const second = await run(
        a,
        `for turn in $(seq 50); do [ -e /sys/class/net/eth1 ] && break; sleep 0.1; done
         ip link set eth1 up; udhcpc -i eth1 -q -n -t 5 -T 1 -s /etc/udhcpc.sh 2>&1; ip -4 -o address show eth1`,
      );
      expect(second).toContain("inet 10.201.2.11/24");
      await apply(a);
      expect(await run(a, "ls /sys/class/net")).not.toContain("eth1");
      await apply(b, { nics: [nicIn(two, "10.201.2.10"), nicIn(one, "10.201.1.20")] });
      await provider.compute.restartInstance(b, { force: true, requestId: "again" }, signal);
      expect(await run(b, "ip -4 -o address show eth0; ls /sys/class/net")).toMatch(/10\.201\.2\.10\/24[\s\S]*eth1/);
      await apply(b);
    });

    test("machines in no VPC leave by the site's own network, and are kept apart", async () => {
      for (const id of [b, c]) await apply(id, { nics: [] });
      const addressOf = async (id: string) => (await provider.inventory.describe("vm_network", id, signal))?.size ?? "";
      const renew = "ip link set eth1 up; udhcpc -i eth1 -q -n -t 5 -T 1 -s /etc/udhcpc.sh 2>&1; ip -4 -o address";
      for (const id of [b, c]) {
        const seen = await run(id, renew.replaceAll("eth1", "$(ls /sys/class/net | grep eth)"));
        expect(seen).toContain(await addressOf(id));
      }
      expect(await seenFrom(b)).toMatch(/^198\.51\.100\.2\d\d$/);
      expect(await pings(b, await addressOf(c))).toBe(false);
      expect(await reaches(a, await addressOf(b))).toBe(false);
    });

    test("networks go with their machines, and a subnet stays while it is used", async () => {
      const used = provider.networks.remove("subnet", one, signal);
      await expect(used).rejects.toMatchObject({ code: "subnet_in_use", retryable: true });
      for (const id of [a, b, c]) await twice(() => provider.compute.deleteInstance(id, signal));
      await provider.networks.remove("nat_gateway", gateway, signal);
      for (const id of [one, two, three]) await provider.networks.remove("subnet", id, signal);
      expect(await provider.networks.find("vm", [a, b, c], signal)).toEqual([]);
      await twice(() => libvirtKind.remove(server, signal));
      expect(await host.run("ovn-nbctl", "show")).toBe("");
      for (const table of ["Port_Group", "Address_Set", "Load_Balancer", "DHCP_Options", "DNS", "ACL", "NAT"])
        expect(await host.run("ovn-nbctl", "--bare", "list", table), table).toBe("");
    });
  });
});
