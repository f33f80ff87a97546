// Names inside VPCs against OVN of this machine's packages, with its datapath in user space. A namespace at a port stands
// for a machine.
import { needs } from "@fulmar/testkit";
import { type LibvirtHost, startLibvirtHost, whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { sampleRecord, signal, uniqueId } from "../../conformance/provider-fixture.ts";
import type { FilterRule, InstanceNetwork } from "../../ports/network-port.ts";
import type { ServerProvider, SiteServer } from "../../ports/provider-kind.ts";
import { UPLINK } from "../guest-fixture.ts";
import { libvirtKind } from "../libvirt-kind.ts";

const timeout = 300_000;
const record = sampleRecord("vm", "web");
/** The subnets' resolver, which is outside. It answers every question with the code 4, so that its answers are known. */
const RESOLVER = "198.51.100.1";
const FORWARDED = { code: 4, data: [] };
const [A, PTR, AAAA] = [1, 12, 28];

/** Asks the resolver from within a namespace; an answer is its code and the data of its records, in hexadecimal. */
const ASK = `
  const asked = JSON.parse(process.argv[1]).map(([name, type]) => new Promise((done) => {
    const labels = name.split(".").flatMap((label) => [label.length, ...Buffer.from(label)]);
    const question = Buffer.from([7, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, type, 0, 1]);
    const socket = require("dgram").createSocket("udp4");
    const send = () => socket.send(question, 53, "${RESOLVER}");
    const end = (answer) => { clearInterval(again); socket.close(); done(answer); };
    let left = 4;
    const again = setInterval(() => (left-- > 0 ? send() : end(null)), 500);
    socket.on("message", (answer) => {
      const data = [];
      for (let at = question.length, left = answer.readUInt16BE(6); left > 0; left--) {
        // OVN repeats the name that was asked for.
        const from = at + (question.length - 12 - 4) + 10;
        at = from + answer.readUInt16BE(from - 2);
        data.push(answer.toString("hex", from, at));
      }
      end({ code: answer[3] & 15, data });
    });
    send();
  }));
  Promise.all(asked).then((answers) => console.log(JSON.stringify(answers)));`;
const Answers = z.array(z.object({ code: z.number(), data: z.array(z.string()) }).nullable());

const everywhere = { protocol: "any", ports: null, icmp: null, set: null, remotes: ["0.0.0.0/0"] } as const;
const OUT: FilterRule = { ...everywhere, direction: "egress", action: "allow" };

const missing = whyNoLibvirt({ ovn: true });
if (missing !== undefined) console.warn(missing);
describe("names inside VPCs", { ...needs("libvirt", missing === undefined), timeout }, () => {
  let host: LibvirtHost;
  let server: SiteServer;
  let provider: ServerProvider;
  const [one, other] = [uniqueId("vpc"), uniqueId("vpc")];
  const subnets = { [one]: uniqueId("sub"), [other]: uniqueId("sub") };
  /** Two machines in one VPC, and one in another with the same addresses. */
  const guests = {
    a: { vm: uniqueId("vm"), vpc: one, address: "10.205.0.10" },
    b: { vm: uniqueId("vm"), vpc: one, address: "10.205.0.11" },
    c: { vm: uniqueId("vm"), vpc: other, address: "10.205.0.10" },
  };
  type Guest = keyof typeof guests;
  let revision = 0;

  const run = (line: string) => host.run("sh", "-c", line);
  async function apply(
    guest: Guest,
    { publicAddress = null, firewall = null }: Partial<Pick<InstanceNetwork, "publicAddress" | "firewall">> = {},
  ): Promise<void> {
    const { vm, vpc, address } = guests[guest];
    const place = { address, ipv6Address: null, prefixLength: 24, gateway: "10.205.0.1", natGatewayId: null };
    const nics = [{ subnetId: subnets[vpc] ?? "", ...place }];
    revision += 1;
    await provider.networks.applyInstance(vm, { revision, nics, publicAddress, firewall, sets: [], record }, signal);
    await host.untilNetworksApplied();
  }
  async function applyNames(vpc: string, names: Readonly<Record<string, readonly string[]>>): Promise<void> {
    revision += 1;
    const wanted = Object.entries(names).map(([name, addresses]) => ({ name, addresses }));
    await provider.networks.applyNames?.(vpc, { revision, names: wanted }, signal);
    await host.untilNetworksApplied();
  }
  /** What a guest is answered; null for a question without an answer. */
  const ask = async (guest: Guest, ...questions: readonly (readonly [name: string, type: number | undefined])[]) => {
    const said = await host.run("ip", "netns", "exec", guest, process.execPath, "-e", ASK, JSON.stringify(questions));
    return Answers.parse(JSON.parse(said));
  };
  const answer = (...data: readonly string[]) => ({ code: 0, data });

  beforeAll(async () => {
    host = await startLibvirtHost({ ovn: true });
    const endpoint = { url: `unix://${host.socket}` };
    const northbound = `unix:${host.northbound.socket}`;
    const siteId = uniqueId("site");
    const options = await libvirtKind.completeOptions({ siteId, endpoint, options: { northbound, ...UPLINK } }, signal);
    server = { siteId, endpoint, options };
    await libvirtKind.prepare(server, signal);
    provider = libvirtKind.open(server);
    // Namespaces are files, which are to end with the host.
    await run("mkdir -p /run/netns && mount -t tmpfs guests /run/netns");
    for (const vpcId of [one, other]) {
      const range = { cidr: "10.205.0.0/24", gateway: "10.205.0.1", ipv6Cidr: null, dns: [RESOLVER], peers: [] };
      await provider.networks.applySubnet(subnets[vpcId] ?? "", { revision: 1, vpcId, ...range, record }, signal);
    }
    for (const guest of ["a", "b", "c"] as const) {
      await apply(guest);
      const where = `external_ids:fulmar-id=${guests[guest].vm}`;
      const port = await run(`ovn-nbctl --bare --columns=name,addresses find Logical_Switch_Port ${where}`);
      const [name, mac] = port.trim().split(/\s+/);
      await run(`ovs-vsctl add-port br-int ${guest}0 -- set interface ${guest}0 type=internal external_ids:iface-id=${name}
        ip netns add ${guest} && ip link set ${guest}0 netns ${guest} && ip -n ${guest} link set ${guest}0 address ${mac} up
        ip -n ${guest} address add ${guests[guest].address}/24 dev ${guest}0
        ip -n ${guest} route add default via 10.205.0.1`);
    }
    await host.untilNetworksApplied();
  }, timeout);
  afterAll(async () => {
    await provider.close();
    await host.stop();
  });

  test("resolve forwards and in reverse in the VPC alone, by the resolver that its machines ask", async () => {
    const ipv6 = "fd12:3456:789a:200::acd:b";
    await applyNames(one, { "web-1.main.internal": ["10.205.0.10"], "db.main.internal": ["10.205.0.11", ipv6] });
    await applyNames(other, { "web-1.main.internal": ["10.205.0.99"] });
    const [v4, mapped] = ["0acd000a", "00000000000000000000ffff0acd000a"];
    const reversed = "b.0.0.0.d.c.a.0.0.0.0.0.0.0.0.0.0.0.2.0.a.9.8.7.6.5.4.3.2.1.d.f.ip6.arpa";
    const nameOf = (name: string) =>
      name
        .split(".")
        .reduce((text, label) => text + Buffer.from([label.length, ...Buffer.from(label)]).toString("hex"), "");
    const asked = await ask(
      "a",
      ["web-1.main.internal", A],
      ["WEB-1.Main.internal", A],
      ["web-1.main.internal", AAAA],
      ["db.main.internal", AAAA],
      ["10.0.205.10.in-addr.arpa", PTR],
      [reversed, PTR],
      ["web-1", A],
      ["web-2.main.internal", A],
    );
    expect(asked).toEqual([
      answer(v4),
      answer(v4),
      answer(mapped),
      answer("fd123456789a0200000000000acd000b"),
      answer(`${nameOf("web-1.main.internal")}00`),
      answer(`${nameOf("db.main.internal")}00`),
      null,
      null,
    ]);
    const strange = await ask(
      "c",
      ["web-1.main.internal", A],
      ["db.main.internal", A],
      ["11.0.205.10.in-addr.arpa", PTR],
    );
    expect(strange).toEqual([answer("0acd0063"), null, null]);
  });

  test("are answered before what leads out, and everything else is forwarded", async () => {
    await apply("a", { publicAddress: { address: "198.51.100.90", reverseDns: "" } });
    const ends = `require("dgram").createSocket("udp4").on("message", function (question, { address, port }) {
      question[2] |= 128; question[3] = 4;
      this.send(question, port, address, () => question.includes("last") && this.close());
    }).bind(53, "${RESOLVER}")`;
    const resolver = host.run(process.execPath, "-e", ends);
    expect(await ask("a", ["web-1.main.internal", A], ["web-2.main.internal", A], ["example.com", AAAA])).toEqual([
      answer("0acd000a"),
      FORWARDED,
      FORWARDED,
    ]);
    expect(await ask("a", ["last.example.com", A])).toEqual([FORWARDED]);
    await resolver;
    await apply("a");
    expect(await ask("a", ["web-1.main.internal", A], ["example.com", A])).toEqual([answer("0acd000a"), null]);
  });

  test("open no firewall: questions are subject to its rules, and what comes from port 53 is not let in", async () => {
    await apply("a", { firewall: [] });
    expect(await ask("a", ["web-1.main.internal", A])).toEqual([null]);
    await apply("a", { firewall: [OUT] });
    expect(await ask("a", ["web-1.main.internal", A])).toEqual([answer("0acd000a")]);
    const listens = `const socket = require("dgram").createSocket("udp4").on("message", (text) => {
      console.log(String(text)); socket.close();
    }).bind(9999, "10.205.0.10")`;
    const heard = host.run("ip", "netns", "exec", "a", process.execPath, "-e", listens);
    const send = (text: string) =>
      host.run(
        ...["ip", "netns", "exec", "b", process.execPath, "-e"],
        `const socket = require("dgram").createSocket("udp4").bind(53, "10.205.0.11", () =>
           socket.send("${text}", 9999, "10.205.0.10", () => socket.close()))`,
      );
    await send("closed");
    await apply("a", { firewall: [OUT, { ...everywhere, direction: "ingress", action: "allow" }] });
    await send("open");
    expect(await heard).toBe("open\n");
    await apply("a");
  });

  test("that are lost are found missing and made again, and go with the VPC's last subnet", async () => {
    const found = async () => (await provider.networks.findNames([one, other], signal)).map(({ id }) => id);
    const wanted = { "web-1.main.internal": ["10.205.0.10"] };
    for (const loss of [
      `ovn-nbctl destroy DNS $(ovn-nbctl --bare --columns=_uuid find DNS external_ids:fulmar-vpc=${one})`,
      `ovn-nbctl ls-del fm_${one}_names`,
    ]) {
      await run(loss);
      expect(await found()).toEqual([other]);
      await applyNames(one, wanted);
      expect(await found()).toEqual(expect.arrayContaining([one, other]));
      expect(await ask("a", ["web-1.main.internal", A])).toEqual([answer("0acd000a")]);
    }
    for (const { vm } of Object.values(guests)) await provider.networks.remove("vm", vm, signal);
    await provider.networks.remove("subnet", subnets[one] ?? "", signal);
    expect(await found()).toEqual([other]);
    await libvirtKind.remove(server, signal);
    expect(
      await run("for table in DNS Static_MAC_Binding Logical_Router_Policy; do ovn-nbctl --bare list $table; done"),
    ).toBe("");
  });
});
