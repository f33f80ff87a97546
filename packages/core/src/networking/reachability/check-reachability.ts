import { type CheckReachability, ECHO_REQUEST, INTERNET, type ReachabilityOutcome, shortIpv6 } from "@fulmar/contract";
import type { Handler, InWorkspace } from "../../request/context.ts";
import { found, invalidField } from "../../request/domain-error.ts";
import { inStoredForm } from "../firewall-rules.ts";
import { isIpv6, nicTowards, peerHaving } from "./cards.ts";
import { placeOf, setsNamedBy } from "./firewall-step.ts";
import { type Gathered, gather, holderIn, requireGroups } from "./gather.ts";
import { summaryOf, waysToVm, wayTo } from "./ways.ts";
import type { GroupRule, Machine, Sender, TrafficTo } from "./world.ts";

/** Answers whether somebody can reach somebody else, and what decides. Reads only. */
export const checkReachability: Handler<"reachability.check"> = async (context, sent) => {
  const question = inShortForm(sent);
  const { protocol, port } = question;
  const planned = await plannedRules(context, question);
  const addresses = [question.from_address, question.to_address].filter(isAddress);
  const gathered = await gather(context, {
    ...question,
    addresses,
    traffic: { protocol, port: port ?? null },
    sources: setsNamedBy(planned ?? []),
  });
  requireOutside(question, gathered);
  return {
    ...answer(question, gathered),
    pending_changes: gathered.pending,
    planned: planned && answer(question, withRules(gathered, question.firewall_group_id ?? "", planned)),
  };
};

/** The question with its IPv6 address as the database writes it. */
function inShortForm({ to_address, ...rest }: CheckReachability): CheckReachability {
  return { ...rest, ...(to_address !== undefined && { to_address: shortIpv6(to_address) }) };
}

function isAddress(text: string | undefined): text is string {
  return text !== undefined && text !== INTERNET;
}

function trafficOf({ protocol, port: to, icmp_type, icmp_code: code = 0 }: CheckReachability): TrafficTo {
  const port = to ?? null;
  if (protocol !== "icmp") return () => ({ protocol, port, icmp: null });
  const { ipv4, ipv6 } = ECHO_REQUEST;
  return (address) => ({ protocol, port, icmp: { type: icmp_type ?? (isIpv6(address) ? ipv6 : ipv4), code } });
}

/** The rules of the request as they would be stored; null without. @throws DomainError 404 for unknown groups */
async function plannedRules(
  context: InWorkspace,
  { firewall_group_id, rules }: CheckReachability,
): Promise<GroupRule[] | null> {
  if (firewall_group_id === undefined || rules === undefined) return null;
  const named = rules.flatMap(({ remote_group_id }) => remote_group_id ?? []);
  const group_name = await requireGroups(context, firewall_group_id, named);
  return inStoredForm(rules).map((rule) => ({ ...rule, firewall_group_id, group_name, planned: true }));
}

/** The same VMs with other rules in one firewall group. The platform's rules stay. */
function withRules(gathered: Gathered, groupId: string, planned: readonly GroupRule[]): Gathered {
  const changed = (machine: Machine): Machine => {
    const rules = machine.rules?.filter((rule) => rule.firewall_group_id !== groupId || rule.system_managed);
    if (rules === undefined || !machine.rules?.some((rule) => rule.firewall_group_id === groupId)) return machine;
    return { ...machine, rules: [...rules, ...planned] };
  };
  return { ...gathered, machines: new Map([...gathered.machines].map(([id, machine]) => [id, changed(machine)])) };
}

/** Refuses private addresses where only a VM's name says which network is meant. @throws DomainError 400 */
function requireOutside({ from_vm_id, from_address, to_address }: CheckReachability, gathered: Gathered): void {
  const isPrivate = (address: string | undefined) =>
    address !== undefined &&
    holderIn(gathered, address) === undefined &&
    gathered.privately.some((row) => row.address === address);
  if (isPrivate(from_address)) throw invalidField("from_address", "is a VM's private address; send from_vm_id instead");
  if (from_vm_id !== undefined || to_address === undefined) return;
  if (isPrivate(to_address)) throw invalidField("to_address", "is a VM's private address; send to_vm_id instead");
  const from = from_address === undefined ? undefined : holderIn(gathered, from_address);
  if (holderIn(gathered, to_address) === undefined && from?.kind !== "vm")
    throw invalidField("to_address", "must be an address of the workspace where from_vm_id is not sent");
}

function answer(question: CheckReachability, gathered: Gathered): ReachabilityOutcome {
  const traffic = trafficOf(question);
  const { from_vm_id, from_address = INTERNET, to_vm_id, to_address = INTERNET } = question;
  const from = senderOf(from_vm_id, from_address, gathered);
  if (to_vm_id !== undefined) {
    const to = found(gathered.machines.get(to_vm_id), "VM");
    if (from.machine === to) throw invalidField("from_address", "must not be an address of to_vm_id");
    return outcome(waysToVm(from, to, traffic), from, to.name);
  }
  const holder = to_address === INTERNET ? undefined : holderIn(gathered, to_address);
  const inside = from.machine === null ? undefined : insideOf(from.machine, to_address, gathered);
  const reached = holder?.kind === "vm" ? holder.machine : inside;
  if (reached !== undefined && reached === from.machine)
    throw invalidField("to_address", "must not be an address of the sending VM");
  return outcome([wayTo(from, to_address, traffic, { holder, inside })], from, placeOf(to_address));
}

/** A public address of a VM is that VM. */
function senderOf(vmId: string | undefined, address: string, gathered: Gathered): Sender {
  const holder = vmId === undefined && address !== INTERNET ? holderIn(gathered, address) : undefined;
  const machine = vmId === undefined ? undefined : gathered.machines.get(vmId);
  if (machine !== undefined) return { machine, address: null };
  return holder?.kind === "vm" ? { machine: holder.machine, address: null } : { machine: null, address };
}

/** The VM that has an address in the VPC by which a VM sends, or in a peer of it. */
function insideOf(from: Machine, address: string, { machines, privately }: Gathered): Machine | undefined {
  const nic = nicTowards(from, address);
  const vpcId = nic && (peerHaving(nic, address)?.vpc_id ?? nic.vpc_id);
  const row = privately.find((each) => each.address === address && each.vpc_id === vpcId);
  return row && machines.get(row.vm_id);
}

function outcome(ways: ReachabilityOutcome["ways"], from: Sender, to: string): ReachabilityOutcome {
  const reachable = ways.some((way) => way.reachable);
  return { reachable, message: summaryOf(ways, from.machine?.name ?? placeOf(from.address ?? INTERNET), to), ways };
}
