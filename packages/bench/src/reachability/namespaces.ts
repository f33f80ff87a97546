import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inNamespace, Machine, SETTINGS } from "./machine.ts";
import type { Probe } from "./prober.ts";
import { type Card, filterOf, type GivenNetworks, routerRules } from "./rules.ts";

const run = promisify(execFile);

/** A router that is to be: the subnets in it, with the machines that have cards there. */
interface Router {
  readonly vpcId: string | null;
  readonly subnetIds: readonly string[];
}

/**
 * Real networks in namespaces of this machine, made of what a provider was given: a namespace for each machine, one for
 * each VPC's router, and one for everybody outside.
 */
export class Namespaces {
  readonly #prefix: string;
  readonly #outside: Machine;
  readonly #machines: readonly Machine[];
  #routers = 0;
  #places = new Map<string, Machine>();

  private constructor(prefix: string, outside: Machine, machines: readonly Machine[]) {
    this.#prefix = prefix;
    this.#outside = outside;
    this.#machines = machines;
  }

  /**
   * @param name tells these namespaces from others of this process
   * @param outside the addresses of those outside
   * @param ports those at which all machines answer
   */
  static async open(
    name: string,
    count: number,
    { outside, ports }: { readonly outside: readonly string[]; readonly ports: readonly number[] },
  ): Promise<Namespaces> {
    const prefix = `fr${process.pid}${name}`;
    const machines = Array.from({ length: count }, (_, index) => Machine.start(`${prefix}-${index}`, ports));
    return new Namespaces(
      prefix,
      await Machine.start(`${prefix}-outside`, ports, outside),
      await Promise.all(machines),
    );
  }

  /** Takes the present network away and makes another one. */
  async build(given: GivenNetworks): Promise<void> {
    await this.#clear();
    const vpcs = Map.groupBy(given.subnets, ([, { vpcId }]) => vpcId);
    const routers: Router[] = [...vpcs].map(([vpcId, subnets]) => ({ vpcId, subnetIds: subnets.map(([id]) => id) }));
    const places = [...given.machines].map(([id, network], index) => {
      const machine = this.#machines[index];
      if (machine === undefined) throw new Error(`there are no more than ${this.#machines.length} machines`);
      return { id, index, machine, network };
    });
    this.#places = new Map(places.map(({ id, machine }) => [id, machine]));
    for (const router of [...routers, { vpcId: null, subnetIds: [] }]) await this.#makeRouter(router, given, places);
    await Promise.all(
      places.map(async ({ index, machine, network }) => {
        const cards: Card[] =
          network.nics.length === 0
            ? [{ device: "e0", address: homeOf(index), ipv6Address: null }]
            : network.nics.map(({ address, ipv6Address }, nic) => ({ device: `e${nic}`, address, ipv6Address }));
        const first = cards.find(({ ipv6Address }) => ipv6Address !== null);
        const subnet = network.nics.find(({ ipv6Address }) => ipv6Address === first?.ipv6Address)?.subnetId ?? "";
        const gateway = network.nics.length === 0 ? homeGatewayOf(index) : network.nics[0]?.gateway;
        await ip(machine.name, [
          ...cards.flatMap(({ device, address, ipv6Address }, nic) => [
            `address add ${address}/${network.nics[nic]?.prefixLength ?? 24} dev ${device}`,
            ...(ipv6Address === null ? [] : [`address add ${ipv6Address}/64 dev ${device} nodad`]),
            `link set ${device} up`,
          ]),
          `route add default via ${gateway} dev e0`,
          ...(first === undefined
            ? []
            : [`route add ::/0 via ${ipv6GatewayOf(given.subnets.get(subnet))} dev ${first.device}`]),
        ]);
        await inNamespace(machine.name, "nft", ["-f", "-"], filterOf(cards, network.firewall, given.sets));
      }),
    );
  }

  /** Whether a machine, or an address outside, gets an answer. */
  send(from: string, probe: Omit<Probe, "from">): Promise<boolean> {
    const machine = this.#places.get(from);
    return machine === undefined ? this.#outside.send({ ...probe, from }) : machine.send({ ...probe, from: null });
  }

  async close(): Promise<void> {
    await this.#clear();
    for (const machine of [this.#outside, ...this.#machines]) await machine.stop();
  }

  async #makeRouter(
    { vpcId, subnetIds }: Router,
    given: GivenNetworks,
    places: readonly {
      readonly id: string;
      readonly index: number;
      readonly machine: Machine;
      readonly network: { readonly nics: readonly { readonly subnetId: string; readonly address: string }[] };
    }[],
  ): Promise<void> {
    const number = this.#routers++;
    const name = `${this.#prefix}-r${number}`;
    const link = { inside: `100.64.${number}.2`, outside: `100.64.${number}.1` };
    await run("ip", ["netns", "add", name]);
    await inNamespace(name, "sysctl", ["-q", "-p", "-"], SETTINGS);
    const ports = places.flatMap(({ index, machine, network: { nics } }) => {
      if (nics.length === 0 && vpcId === null) return [{ port: `p${index}`, machine, nic: 0, subnet: -1, index }];
      return nics.flatMap(({ subnetId }, nic) => {
        const subnet = subnetIds.indexOf(subnetId);
        return subnet === -1 ? [] : [{ port: `p${index}n${nic}`, machine, nic, subnet, index }];
      });
    });
    await ip(name, [
      `link add name uplink type veth peer name u${number} netns ${this.#outside.name}`,
      `address add ${link.inside}/30 dev uplink`,
      "link set lo up",
      "link set uplink up",
      ...subnetIds.flatMap((id, subnet) => {
        const { gateway, cidr, ipv6Cidr } = given.subnets.get(id) ?? { gateway: "", cidr: "", ipv6Cidr: null };
        return [
          `link add name s${subnet} type bridge`,
          `address add ${gateway}/${cidr.split("/")[1]} dev s${subnet}`,
          ...(ipv6Cidr === null ? [] : [`address add ${ipv6GatewayOf({ ipv6Cidr })}/64 dev s${subnet} nodad`]),
          `link set s${subnet} up`,
        ];
      }),
      ...ports.flatMap(({ port, machine, nic, subnet, index }) => [
        `link add name ${port} type veth peer name e${nic} netns ${machine.name}`,
        subnet === -1 ? `address add ${homeGatewayOf(index)}/24 dev ${port}` : `link set ${port} master s${subnet}`,
        `link set ${port} up`,
      ]),
    ]);
    const exits = this.#exitsOf({ vpcId, subnetIds }, given);
    const all = [...exits.machines, ...exits.gateways, ...(exits.home === null ? [] : [exits.home])];
    const translated = all.map(({ address }) => address);
    await ip(this.#outside.name, [
      `address add ${link.outside}/30 dev u${number}`,
      `link set u${number} up`,
      ...translated.map((address) => `route add ${address}/32 via ${link.inside} dev u${number}`),
    ]);
    await ip(name, [`route add default via ${link.outside} dev uplink`]);
    await inNamespace(name, "nft", ["-f", "-"], routerRules(exits));
  }

  #exitsOf({ vpcId, subnetIds }: Router, { machines, gateways, subnets }: GivenNetworks) {
    const isHere = (subnetId: string | undefined) =>
      subnetId === undefined ? vpcId === null : subnetIds.includes(subnetId);
    const cidrOf = (id: string) => subnets.get(id)?.cidr ?? [];
    return {
      machines: [...machines.values()].flatMap(({ nics, publicAddress }, index) =>
        publicAddress === null || !isHere(nics[0]?.subnetId)
          ? []
          : [{ address: publicAddress.address, own: nics[0]?.address ?? homeOf(index) }],
      ),
      gateways: [...gateways.values()].flatMap(({ subnetIds: served, publicAddress, forwards }) =>
        publicAddress === null || !served.some((id) => subnetIds.includes(id))
          ? []
          : [{ address: publicAddress.address, cidrs: served.flatMap(cidrOf), forwards }],
      ),
      home: vpcId === null ? { address: "100.65.0.1", cidr: "10.96.0.0/16" } : null,
    };
  }

  async #clear(): Promise<void> {
    for (let number = 0; number < this.#routers; number++) {
      const name = `${this.#prefix}-r${number}`;
      const { stdout } = await run("ip", ["-n", name, "-json", "link", "show", "type", "veth"]);
      const links = (JSON.parse(stdout || "[]") as { readonly ifname: string }[]).map(({ ifname }) => ifname);
      await ip(
        name,
        links.map((link) => `link delete ${link}`),
      );
      await run("ip", ["netns", "delete", name]);
    }
    this.#routers = 0;
  }
}

/** The address of a subnet's router: the first of its network. */
function ipv6GatewayOf(subnet: { readonly ipv6Cidr: string | null } | undefined): string {
  return (subnet?.ipv6Cidr ?? "").replace("::/64", "::1");
}

/** The address of a machine that is in no VPC. Each has a network of its own, so that neighbours are kept apart. */
function homeOf(index: number): string {
  return `10.96.${index}.2`;
}

function homeGatewayOf(index: number): string {
  return `10.96.${index}.1`;
}

/** Runs commands of `ip` in a namespace, which end at the first that fails. */
async function ip(namespace: string, commands: readonly string[]): Promise<void> {
  const command = run("ip", ["-n", namespace, "-batch", "-"]);
  command.child.stdin?.end(commands.join("\n"));
  await command;
}
