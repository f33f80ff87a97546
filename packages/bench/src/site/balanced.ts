import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { selfSignedCertificate } from "@fulmar/testkit";
import { type Input, Rest, until } from "@fulmar/testkit/stack";
import { z } from "zod";
import type { Network } from "../machines-in-network.ts";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { senderTo } from "../sender-to.ts";
import { fulmar, must } from "../story.ts";
import type { EdgeHere } from "./edge-here.ts";
import type { SiteInside } from "./server.ts";
import { makeLocal, type Visitor } from "./visitor.ts";

const HOST = "shop.example.com";
const PORT = 8000;
const UDP_PORT = 53;
const SERVER = "haproxy";
const UDP_MODULE = "/usr/lib/nginx/modules/ngx_stream_module.so";
const VISITS = 8;
const Workspace = z.object({ workspace_id: z.string() });

interface Scene {
  readonly product: Product;
  readonly place: Place;
  readonly network: Network;
  readonly inside: SiteInside;
  readonly visitor: Visitor;
  readonly edge: EdgeHere;
}

/**
 * A load balancer in the VPC, with a certificate, served by an edge on this host: visitors reach two machines by its
 * public address, by HTTP, HTTPS and UDP, also while one of them and the edge's agent are dead. The balancer of
 * another VPC reaches neither them nor the host. Leaves nothing behind.
 */
export async function balanced(scene: Scene, machines: { readonly web: string; readonly db: string }): Promise<void> {
  if (spawnSync(SERVER, ["-v"]).error !== undefined) {
    console.log(`          Skipped: the load balancer. This machine has no ${SERVER}.`);
    return;
  }
  const { place, network, inside, edge } = scene;
  const { rest } = place;
  for (const [name, vmId] of Object.entries(machines)) {
    const serve = `mkdir /srv/${name} && printf ${name} > /srv/${name}/index.html && busybox httpd -p ${PORT} -h /srv/${name}`;
    must((await inside.run(vmId, "sh", "-c", serve)) === 0, `${name} serves a page`);
  }
  const { firewall_group_id } = network;
  const open = { firewall_group_id, port_start: PORT, port_end: PORT };
  const rules = [
    await rest.ask("firewallRule.create", { ...open, protocol: "tcp" }),
    await rest.ask("firewallRule.create", { ...open, protocol: "udp" }),
  ];
  const echo = `setsid perl -MIO::Socket::INET -e '${ECHO}' > /dev/null 2>&1 < /dev/null &`;
  must((await inside.run(machines.web, "sh", "-c", echo)) === 0, "a machine answers datagrams");
  await withCertificate(rest, async (certificate, ca) => {
    const pool = poolOf(Object.values(machines).map((vm_id) => ({ vm_id, port: PORT })));
    const https = { name: "https", protocol: "https", port: 443, certificate, default_pool: "web" } as const;
    const udp = existsSync(UDP_MODULE) ? UDP(machines.web) : { pools: [], listeners: [] };
    const configuration = { pools: [pool, ...udp.pools], listeners: [HTTP, https, ...udp.listeners] };
    await withBalancer(scene, network, configuration, async (id, address) => {
      if (udp.pools.length > 0)
        await until(
          "an answer to a datagram",
          () => scene.visitor.askByDatagram(address, UDP_PORT, "hello"),
          (text) => text === "echo of hello",
        );
      await visited(scene, { id, address, ca }, machines.db);
      await edge.killed(async () => must((await answers(scene, address)).has("web"), "visitors need no agent"));
    });
  });
  await keptOut(scene, machines.web);
  for (const { rule_id } of rules) await rest.ask("firewallRule.delete", { firewall_group_id, rule_id });
}

/** Perl, which every Debian has. Its pool's checks connect to the page of the same machine by TCP. */
const ECHO =
  `$s = IO::Socket::INET->new(LocalPort => ${PORT}, Proto => "udp"); while ($s->recv($d, 99)) ` +
  '{ $s->send("echo of $d") }';

const UDP = (vm_id: string) =>
  ({
    pools: [{ ...poolOf([{ vm_id, port: PORT }]), name: "echo", protocol: "udp" }],
    listeners: [{ name: "udp", protocol: "udp", port: UDP_PORT, default_pool: "echo" }],
  }) as const;

const HTTP = { name: "http", protocol: "http", port: 80, default_pool: "web" } as const;

type Configuration = NonNullable<Input<"loadBalancer.create">["configuration"]>;
type Target = NonNullable<NonNullable<Configuration["pools"]>[number]["targets"]>[number];

function poolOf(targets: Target[]) {
  const health_check = { interval_seconds: 5, timeout_seconds: 2, healthy_threshold: 1, unhealthy_threshold: 1 };
  return { name: "web", protocol: "http", health_check, targets } as const;
}

async function withCertificate(
  rest: Rest,
  use: (certificate: { store_id: string; secret_id: string }, ca: string) => Promise<void>,
): Promise<void> {
  const { certificatePem, privateKeyPem } = selfSignedCertificate(HOST);
  const { id: store_id } = await rest.ask("secretStore.create", { name: "certificates" });
  const value = certificatePem + privateKeyPem;
  const { id: secret_id } = await rest.ask("secret.create", { store_id, key: HOST, value });
  await use({ store_id, secret_id }, certificatePem);
  await rest.ask("secretStore.delete", { store_id, force: true });
}

/** A load balancer with a public address, deleted afterwards. Then its address answers nobody. */
async function withBalancer(
  { place: { rest, siteId }, visitor }: Pick<Scene, "place" | "visitor">,
  { vpc_id, subnet_id }: Pick<Network, "vpc_id" | "subnet_id">,
  configuration: Configuration,
  use: (id: string, address: string) => Promise<void>,
): Promise<void> {
  const { public_ip_id: reserved_ip_id, address } = await rest.ask("reservedIp.create", {
    site_id: siteId,
    label: "balancer",
  });
  const withdraw = await makeLocal(address);
  try {
    const at = { name: "shop", site_id: siteId, vpc_id, subnet_id, reserved_ip_id };
    const { load_balancer_id } = await rest.ask("loadBalancer.create", { ...at, configuration });
    await until(
      "the load balancer",
      () => rest.ask("loadBalancer.get", { load_balancer_id }),
      ({ status }) => status === "active",
    );
    await use(load_balancer_id, address);
    await rest.ask("loadBalancer.delete", { load_balancer_id });
    await until(
      "the address to answer nobody",
      () => visitor.visit(`http://${address}/`),
      (text) => text === null,
    );
  } finally {
    await withdraw();
  }
  await rest.ask("reservedIp.delete", { reserved_ip_id });
}

async function visited(
  scene: Scene,
  { id, address, ca }: { readonly id: string; readonly address: string; readonly ca: string },
  mortal: string,
): Promise<void> {
  const { place, inside, visitor } = scene;
  const online = (count: number) => (states: readonly string[]) =>
    states.filter((status) => status === "online").length === count;
  await until("both machines to be online", () => statesOf(place.rest, id), online(2));
  await until(
    "answers of both machines",
    () => answers(scene, address),
    (seen) => seen.has("web") && seen.has("db") && seen.size === 2,
  );
  const text = await visitor.visitNamed(`https://${HOST}/`, { address, ca });
  must(text === "web" || text === "db", "a visitor comes by HTTPS with the certificate");
  must((await inside.run(mortal, "pkill", "-f", "busybox httpd")) === 0, "a machine stops to serve");
  await until("the machine to be offline", () => statesOf(place.rest, id), online(1));
  const left = await answers(scene, address);
  must(left.has("web") && left.size === 1, "the other machine alone is asked");
}

/**
 * The load balancer of another workspace's VPC, whose range has the addresses of the first one: its targets are a
 * machine there, and the host.
 */
async function keptOut({ product, place, ...scene }: Scene, theirs: string): Promise<void> {
  const { url, siteId } = place;
  const { private_ip } = await place.rest.ask("cloudVm.get", { vm_id: theirs });
  const { workspace_id: workspaceId } = Workspace.parse(
    await fulmar(product, "admin", "workspace", "create", "--organization", product.organizationId, "--name", "others"),
  );
  const rest = new Rest(senderTo(url, { token: product.token, workspaceId }));
  const { vpc_id } = await rest.ask("vpc.create", { name: "others", site_id: siteId, cidr: "10.200.0.0/16" });
  const { subnet_id } = await rest.ask("subnet.create", { vpc_id, name: "own", cidr: "10.200.9.0/24" });
  const pool = poolOf([
    { ip: private_ip, port: PORT },
    { ip: "10.200.9.1", port: Number(new URL(url).port) },
  ]);
  const others = { ...scene, place: { ...place, rest } };
  await withBalancer(others, { vpc_id, subnet_id }, { pools: [pool], listeners: [HTTP] }, async (id, address) => {
    const states = await until(
      "both targets to be checked",
      () => statesOf(rest, id),
      (all) => !all.includes("unknown"),
    );
    must(
      states.every((status) => status === "offline"),
      "machines of others and the host are no targets",
    );
    must(!(await answers(scene, address)).has("web"), "a load balancer leads to nobody else's machine");
  });
  await rest.ask("subnet.delete", { vpc_id, subnet_id });
  await rest.ask("vpc.delete", { vpc_id });
}

async function answers({ visitor }: Pick<Scene, "visitor">, address: string): Promise<ReadonlySet<string | null>> {
  return new Set(await visitor.visitOften(`http://${address}/`, VISITS));
}

/** The states of the targets of the pool of HTTP. */
async function statesOf(rest: Rest, load_balancer_id: string): Promise<string[]> {
  const { pools } = await rest.ask("loadBalancer.health", { load_balancer_id });
  return pools.filter(({ name }) => name === "web").flatMap(({ targets }) => targets.map(({ status }) => status));
}
