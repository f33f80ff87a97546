import { INTERNET, isPrivateAddress, type ReachabilityStep, type ReachabilityWay } from "@fulmar/contract";
import { addressesOf, isInSubnet, isInVpc, isIpv6, nicTowards, ownAddress, peerHaving, peeringWith } from "./cards.ts";
import { firewallStep, placeOf, wordsOf } from "./firewall-step.ts";
import { addressStep, isolatedStep, peeringStep, vmStep, vpcStep } from "./steps.ts";
import type { Forward, Holder, Machine, Nic, Peer, PublicAddress, Sender, Traffic, TrafficTo } from "./world.ts";

// Which ways lead from a sender to an address or a VM, and what decides at each (docs/adr/0194). A generator yields what
// decides in the order of the way; what follows a step that does not pass is not asked.

type Steps = Generator<ReachabilityStep, void, undefined>;

/** All ways to a VM: its cards in the sender's VPCs and their peers, its public address, port forwards to its port. */
export function waysToVm(sender: Sender, to: Machine, trafficTo: TrafficTo): ReachabilityWay[] {
  const { machine } = sender;
  const leadsTo =
    ({ vpc_id }: Nic) =>
    (nic: Nic) =>
      nic.vpc_id === vpc_id || peeringWith(nic, vpc_id) !== undefined;
  const shared = to.nics.filter((nic) => machine?.nics.some(leadsTo(nic)));
  const { public_address, forwards } = to;
  const led = forwards.flatMap((forward) => {
    const { gateway_address, public_port, private_port } = forward;
    if (gateway_address === null) return [];
    const traffic = trafficTo(gateway_address.address);
    if (private_port !== traffic.port) return [];
    const outside = { ...traffic, port: public_port };
    return [wayOutside(sender, gateway_address.address, outside, holderOf(forward, to))];
  });
  return [
    ...(machine === null ? [] : shared.flatMap((nic) => waysToNic(machine, to, nic, trafficTo))),
    ...(public_address === null ? [] : [wayToPublic(sender, to, public_address, trafficTo)]),
    ...led,
  ];
}

function waysToNic(from: Machine, machine: Machine, nic: Nic, trafficTo: TrafficTo): ReachabilityWay[] {
  return addressesOf(nic).map((address) => wayInside(from, address, trafficTo(address), { machine, nic }));
}

function wayToPublic(sender: Sender, machine: Machine, public_address: PublicAddress, to: TrafficTo) {
  const { address } = public_address;
  return wayOutside(sender, address, to(address), { kind: "vm", public_address, machine });
}

/** The NAT gateway of a port forward; undefined where it has no public address. */
function holderOf(forward: Forward, machine: Machine): Holder | undefined {
  const { nat_gateway_id, gateway_name: name, gateway_address: public_address, vpc_id } = forward;
  if (public_address === null) return undefined;
  return { kind: "nat_gateway", public_address, nat_gateway_id, name, vpc_id, forward: { machine, forward } };
}

/**
 * The way to an address.
 * @param holder what has it as a public address in the workspace; undefined for an address outside
 * @param inside the VM that has it in the VPC by which the sender would send
 */
export function wayTo(
  sender: Sender,
  address: string,
  trafficTo: TrafficTo,
  { holder, inside }: { readonly holder: Holder | undefined; readonly inside: Machine | undefined },
): ReachabilityWay {
  const traffic = trafficTo(address);
  const nic = sender.machine === null ? undefined : nicTowards(sender.machine, address);
  if (holder !== undefined || sender.machine === null || nic === undefined)
    return wayOutside(sender, address, traffic, holder);
  const peer = peerHaving(nic, address);
  if (peer === undefined && !isInVpc(nic, address)) return wayOutside(sender, address, traffic, holder);
  const vpcId = peer?.vpc_id ?? nic.vpc_id;
  const own = inside?.nics.find((each) => each.vpc_id === vpcId && addressesOf(each).includes(address));
  return wayInside(
    sender.machine,
    address,
    traffic,
    inside !== undefined && own !== undefined ? { machine: inside, nic: own } : undefined,
  );
}

/** The address from which others see what a VM sends out of its VPC; null where the site chooses it. */
function addressOutside({ nics: [first], public_address }: Machine): string | null {
  const open = [public_address, first?.gateway_address].find((each) => each != null && !each.isolated);
  return open?.address ?? null;
}

function wayInside(
  from: Machine,
  address: string,
  traffic: Traffic,
  end: { readonly machine: Machine; readonly nic: Nic } | undefined,
): ReachabilityWay {
  const nic = nicTowards(from, address);
  const steps = stepsInside(from, nic, address, traffic, end);
  return wayBy(steps, {
    address,
    port: traffic.port,
    seen_address: nic === undefined ? null : ownAddress(nic, address),
  });
}

function* stepsInside(
  from: Machine,
  nic: Nic | undefined,
  address: string,
  traffic: Traffic,
  end: { readonly machine: Machine; readonly nic: Nic } | undefined,
): Steps {
  const own = nic && ownAddress(nic, address);
  if (nic === undefined || own == null) {
    yield vmStep(from, false, noAddress(from, address));
    return;
  }
  const peer = end === undefined ? peerHaving(nic, address) : peeringWith(nic, end.nic.vpc_id);
  if (peer !== undefined) {
    yield* stepsToPeer({ from, nic, own, peer, address }, traffic, end);
    return;
  }
  if (end === undefined) {
    yield vpcStep(nic, false, `No VM in the VPC ${nic.vpc_name} has the address ${address}.`);
    return;
  }
  if (nic.vpc_id !== end.nic.vpc_id) {
    const message =
      `${from.name} sends what is for ${address} by its card in the VPC ${nic.vpc_name}, since ` +
      `${isInSubnet(nic, address) ? "that card's subnet has this address, too" : "its first card has the default route"}.`;
    yield vmStep(from, false, message);
    return;
  }
  yield vpcStep(nic, true, `${from.name} and ${end.machine.name} are in the VPC ${nic.vpc_name}.`);
  yield firewallStep(from, "egress", address, traffic);
  yield firewallStep(end.machine, "ingress", own, traffic);
  yield* answer(end.machine, end.nic, own);
}

/** @param end unknown where the peer is of another workspace, whose firewall groups are its own matter */
function* stepsToPeer(
  {
    from,
    nic,
    own,
    peer,
    address,
  }: { readonly from: Machine; readonly nic: Nic; readonly own: string; readonly peer: Peer; readonly address: string },
  traffic: Traffic,
  end: { readonly machine: Machine; readonly nic: Nic } | undefined,
): Steps {
  const { name, vpc_id, vpc_name } = peer;
  const way = `${from.name} sends what is for ${address} by the VPC peering ${name}, to the VPC ${vpc_name ?? vpc_id}`;
  if (end !== undefined || vpc_name === null) {
    const beyond = vpc_name === null ? " of another workspace, whose firewall groups decide there" : "";
    yield peeringStep(nic, peer, true, `${way}${beyond}.`);
    yield firewallStep(from, "egress", address, traffic);
  } else {
    yield peeringStep(nic, peer, false, `${way}, where no VM has it.`);
  }
  if (end === undefined) return;
  yield firewallStep(end.machine, "ingress", own, traffic);
  yield* answer(end.machine, end.nic, own);
}

function wayOutside(sender: Sender, address: string, traffic: Traffic, holder: Holder | undefined): ReachabilityWay {
  const seen_address = sender.machine === null ? sender.address : addressOutside(sender.machine);
  return wayBy(stepsOutside(sender, address, traffic, holder), {
    address,
    port: traffic.port,
    seen_address: seen_address === INTERNET ? null : seen_address,
  });
}

function* stepsOutside(sender: Sender, address: string, traffic: Traffic, holder: Holder | undefined): Steps {
  const { machine } = sender;
  if (machine !== null) {
    yield firewallStep(machine, "egress", address, traffic);
    yield leave(machine, address, holder);
  }
  const seen = (machine === null ? sender.address : addressOutside(machine)) ?? INTERNET;
  if (holder !== undefined) yield* enter(holder, seen, traffic);
}

function noAddress({ name }: Machine, address: string): string {
  return `${name} has no ${isIpv6(address) ? "IPv6" : "IPv4"} address.`;
}

/** What lets a VM's traffic out of its VPC, or keeps it there. */
function leave(machine: Machine, address: string, holder: Holder | undefined): ReachabilityStep {
  const { name, public_address } = machine;
  const nic = nicTowards(machine, address);
  if (nic !== undefined && isInSubnet(nic, address)) {
    const message = `${name} looks for ${address} in its subnet ${nic.subnet_name}, whose range has that address.`;
    return vmStep(machine, false, message);
  }
  if (isIpv6(address) && nic === undefined) return vmStep(machine, false, noAddress(machine, address));
  if (holder === undefined && isPrivateAddress(address)) {
    if (nic === undefined)
      return vmStep(machine, false, `${name} is in no VPC, and private addresses are reached within VPCs alone.`);
    // Of a peer of another workspace, only the IPv4 network is known here.
    const why =
      isIpv6(address) && nic.peers.some(({ vpc_name }) => vpc_name === null)
        ? ", and whether a peer of another workspace has it is not known here."
        : ", and private addresses do not leave a VPC.";
    return vpcStep(nic, false, `No subnet of the VPC ${nic.vpc_name} has ${address}${why}`);
  }
  if (isIpv6(address) && nic !== undefined) {
    const message = `IPv6 does not leave the VPC ${nic.vpc_name}: public addresses and NAT gateways are IPv4.`;
    return vpcStep(nic, false, message);
  }
  if (public_address !== null && !public_address.isolated) {
    const { address: own } = public_address;
    return addressStep(public_address, true, `${name} leaves by its public address ${own}.`);
  }
  if (nic === undefined)
    return vmStep(machine, true, `${name} is in no VPC, so that it leaves by an address of its site.`);
  if (nic.gateway === null && public_address !== null) return isolatedStep(public_address);
  return throughGateway(machine, nic);
}

function throughGateway({ name }: Machine, nic: Nic): ReachabilityStep {
  const { subnet_id, subnet_name, vpc_id, gateway, gateway_address } = nic;
  if (gateway === null) {
    const message =
      `${name} has no public address and no NAT gateway serves its subnet ${subnet_name}, so that nothing leaves ` +
      "the VPC.";
    return { type: "subnet", id: subnet_id, name: subnet_name, parent_id: vpc_id, passes: false, message };
  }
  const step = { type: "nat_gateway", id: gateway.nat_gateway_id, name: gateway.name, parent_id: vpc_id };
  if (gateway_address === null) {
    const message = `The NAT gateway ${gateway.name} has no public address, so that nothing leaves by it.`;
    return { ...step, passes: false, message };
  }
  if (gateway_address.isolated) return isolatedStep(gateway_address);
  const message = `${name} leaves by the NAT gateway ${gateway.name}, as ${gateway_address.address}.`;
  return { ...step, passes: true, message };
}

/** The way from a public address of the workspace to whom it leads. @param seen the sender's address there */
function* enter(holder: Holder, seen: string, traffic: Traffic): Steps {
  const { public_address: address } = holder;
  if (address.isolated) {
    yield isolatedStep(address);
    return;
  }
  if (holder.kind === "nothing") {
    yield addressStep(address, false, `${address.address} is attached to nothing.`);
    return;
  }
  if (holder.kind === "load_balancer") {
    const { load_balancer_id: id, name, listens } = holder;
    const listener = listens ? "a listener" : "no listener";
    const message = `The load balancer ${name} has ${address.address}, and ${listener} for ${wordsOf(traffic)}.`;
    yield { type: "load_balancer", id, name, parent_id: null, passes: listens, message };
    return;
  }
  if (holder.kind === "vm") {
    const { machine } = holder;
    yield addressStep(address, true, `${address.address} is the public address of ${machine.name}.`);
    yield firewallStep(machine, "ingress", seen, traffic);
    return;
  }
  const { nat_gateway_id, name, vpc_id, forward: led } = holder;
  if (led === null) {
    const message = `The NAT gateway ${name} has ${address.address}, and forwards no ${wordsOf(traffic)}.`;
    yield { type: "nat_gateway", id: nat_gateway_id, name, parent_id: vpc_id, passes: false, message };
    return;
  }
  const { machine, forward } = led;
  yield {
    type: "port_forward",
    id: forward.port_forward_id,
    name: `${traffic.protocol}/${forward.public_port}`,
    parent_id: nat_gateway_id,
    passes: true,
    message:
      `The NAT gateway ${name} forwards ${wordsOf(traffic)} of ${address.address} to port ${forward.private_port} of ` +
      `${machine.name}.`,
  };
  yield firewallStep(machine, "ingress", seen, { ...traffic, port: forward.private_port });
  const nic = machine.nics.find((each) => each.vpc_id === forward.vpc_id && each.address === forward.address);
  if (nic !== undefined) yield* answer(machine, nic, seen);
}

/** A VM's answer, which passes firewalls, and leaves by the card that the VM's routes name. */
function* answer(machine: Machine, nic: Nic, to: string): Steps {
  const back = to === INTERNET ? machine.nics[0] : nicTowards(machine, to);
  if (back === undefined || back === nic) return;
  const message =
    `${machine.name} gets it by its card in the subnet ${nic.subnet_name}, and answers by the one in ` +
    `${back.subnet_name}, from where answers do not arrive.`;
  yield vmStep(machine, false, message);
}

function wayBy(steps: Steps, way: Pick<ReachabilityWay, "address" | "port" | "seen_address">): ReachabilityWay {
  const taken: ReachabilityStep[] = [];
  for (const step of steps) {
    taken.push(step);
    if (!step.passes) break;
  }
  const reachable = taken.every(({ passes }) => passes);
  return { ...way, reachable, steps: taken };
}

/** The answer in one sentence, without the ways. */
export function summaryOf(ways: readonly ReachabilityWay[], from: string, to: string): string {
  const open = ways.find(({ reachable }) => reachable);
  if (open !== undefined) {
    const at = placeOf(open.address);
    const port = open.port === null ? "" : `, port ${open.port}`;
    return asSentence(`${from} reaches ${at === to ? "" : `${to} at `}${at}${port}.`);
  }
  const stop = ways[0]?.steps.at(-1);
  if (stop !== undefined) return stop.message;
  const lacking = "which shares no VPC with it and has no public address or port forward for this";
  return asSentence(`${from} has no way to ${to}, ${lacking}.`);
}

/** "The internet" begins with a capital letter; a VM's name stays as it is. */
function asSentence(text: string): string {
  return text.replace(/^the internet /, "The internet ");
}
