import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId } from "../values/fields.ts";
import { ipRangeHolds } from "../values/ip-network.ts";
import { CreateFirewallRule, IcmpNumber, MOST_RULES, RulePort } from "./firewall-rule.ts";
import { isIpv6Network } from "./ipv6.ts";
import { HostAddress } from "./network-fields.ts";
import { FORWARD_PROTOCOLS } from "./states.ts";

/** Anybody outside, in place of an address. */
export const INTERNET = "internet";

const isHost = (text: string) => text === INTERNET || HostAddress.safeParse(text).success;

const FromAddress = z.string().refine(isHost, 'must be the IPv4 address of a host, such as 192.0.2.7, or "internet"');

/** What no host of a VPC has (RFC 4291): no address, loopback, multicast, and link-local addresses. */
const OF_NO_HOST = ["::/127", "ff00::/8", "fe80::/10"];
const isIpv6Host = (text: string) =>
  !text.includes("/") && isIpv6Network(text) && !OF_NO_HOST.some((range) => ipRangeHolds(range, text));

const ToAddress = z
  .string()
  .max(49, { abort: true })
  .refine(
    (text) => isHost(text) || isIpv6Host(text),
    'must be the address of a host, such as 192.0.2.7 or fd12:3456:789a::7, or "internet"',
  );

/** The types of an echo request, which is what ping sends (RFC 792, RFC 4443). */
export const ECHO_REQUEST = { ipv4: 8, ipv6: 128 } as const;

/** What is wrong with a question as a whole, and the field that it is wrong with. */
function problemOf(question: Record<string, unknown>): { field: string; message: string } | undefined {
  const has = (field: string) => question[field] !== undefined;
  for (const end of ["from", "to"]) {
    if (!has(`${end}_vm_id`) && !has(`${end}_address`))
      return { field: `${end}_vm_id`, message: `or ${end}_address must be sent` };
    if (has(`${end}_vm_id`) && has(`${end}_address`))
      return { field: `${end}_address`, message: `must be left out with ${end}_vm_id` };
  }
  if (!has("from_vm_id") && question.to_address === INTERNET)
    return { field: "to_address", message: "must be an address of the workspace without from_vm_id" };
  if (!has("from_vm_id") && String(question.to_address).includes(":"))
    return { field: "to_address", message: "must be an IPv4 address without from_vm_id: IPv6 stays within a VPC" };
  if (has("from_vm_id") && question.from_vm_id === question.to_vm_id)
    return { field: "to_vm_id", message: "must be another VM than from_vm_id" };
  const isIcmp = question.protocol === "icmp";
  if (!isIcmp && !has("port")) return { field: "port", message: "must be sent for tcp and udp" };
  if (isIcmp && has("port")) return { field: "port", message: "is for tcp and udp only" };
  const icmp = ["icmp_type", "icmp_code"].find((field) => !isIcmp && has(field));
  if (icmp !== undefined) return { field: icmp, message: "is for icmp only" };
  if (has("rules") !== has("firewall_group_id"))
    return has("rules")
      ? { field: "firewall_group_id", message: "must be sent with rules" }
      : { field: "rules", message: "must be sent with firewall_group_id" };
  return undefined;
}

export const CheckReachability = z
  .strictObject({
    from_vm_id: ResourceId.optional(),
    from_address: FromAddress.optional().describe(
      'In place of `from_vm_id`: a public address, or "internet" for anybody whom no rule names by address.',
    ),
    to_vm_id: ResourceId.optional(),
    to_address: ToAddress.optional().describe(
      "In place of `to_vm_id`: a public address, or one of either family in a VPC of the sending VM or in a peer of it; " +
        'with `from_vm_id` also "internet".',
    ),
    protocol: z.enum([...FORWARD_PROTOCOLS, "icmp"]).default("tcp"),
    port: RulePort.optional().describe(
      "For tcp and udp: the port of the VM, or of `to_address`. A port forward may have another one outside.",
    ),
    icmp_type: IcmpNumber.optional().describe(
      `By default an echo request, a ping: ${ECHO_REQUEST.ipv4}, or ${ECHO_REQUEST.ipv6} where the way is of IPv6.`,
    ),
    icmp_code: IcmpNumber.optional().describe("By default 0."),
    firewall_group_id: ResourceId.optional().describe("The firewall group that would have the `rules`."),
    rules: z
      .array(CreateFirewallRule)
      .max(MOST_RULES)
      .optional()
      .describe("What the rules of `firewall_group_id` would be: answered as `planned`, and not stored."),
  })
  .superRefine((question, context) => {
    const problem = problemOf(question);
    if (problem !== undefined) context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
  })
  .meta({
    id: "CheckReachabilityRequest",
    examples: [{ from_address: "internet", to_vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z", protocol: "tcp", port: 443 }],
  });
export type CheckReachability = z.infer<typeof CheckReachability>;

/** Something on the way that lets the traffic pass or stops it. */
export const ReachabilityStep = z
  .strictObject({
    type: z.string().describe("The type of the resource that decides, such as firewall_rule or nat_gateway."),
    id: z.string().nullable().describe("Null for a planned rule, which has no id yet."),
    name: z.string(),
    parent_id: z
      .string()
      .nullable()
      .describe(
        "The firewall group of a rule, the VPC of a subnet, NAT gateway or VPC peering, the NAT gateway of a port forward.",
      ),
    passes: z.boolean(),
    message: z.string(),
  })
  .meta({ id: "ReachabilityStep" });
export type ReachabilityStep = z.infer<typeof ReachabilityStep>;

export const ReachabilityWay = z
  .strictObject({
    address: z.string().describe("Where the sender sends to."),
    port: z.int().nullable().describe("The port at `address`; null for icmp."),
    seen_address: z
      .string()
      .nullable()
      .describe("The sender's address as the other side sees it; null for an address that the site chooses."),
    reachable: z.boolean(),
    steps: z.array(ReachabilityStep).describe("In the order of the way. The first that does not pass is the last."),
  })
  .meta({ id: "ReachabilityWay" });
export type ReachabilityWay = z.infer<typeof ReachabilityWay>;

const outcome = {
  reachable: z.boolean().describe("Whether one of the ways leads there."),
  message: z.string(),
  ways: z.array(ReachabilityWay).describe("Empty where no way leads to the VM, whatever firewalls say."),
};
export const ReachabilityOutcome = z.strictObject(outcome).meta({ id: "ReachabilityOutcome" });
export type ReachabilityOutcome = z.infer<typeof ReachabilityOutcome>;

export const Reachability = z
  .strictObject({
    ...outcome,
    pending_changes: z.boolean().describe("Whether a site has yet to apply what this is answered from."),
    planned: ReachabilityOutcome.nullable().describe("The answer with the `rules` of the request; null without."),
  })
  .meta({ id: "Reachability" });
export type Reachability = z.infer<typeof Reachability>;

export const reachabilityCheck = defineOperation({
  id: "reachability.check",
  resource: "network",
  family: "Networking",
  method: "POST",
  path: "/networking/reachability",
  scope: "network.read",
  summary: "Check who can reach whom",
  description:
    "Answers from the networks, public addresses, port forwards and firewall groups as they are wanted, and sends " +
    "nothing. A VM sends by the card whose subnet has the other address, else by its first card. Whether the VM runs " +
    "and listens is not asked.",
  body: CheckReachability,
  output: Reachability,
  safe: true,
  errors: ["not_found"],
});
