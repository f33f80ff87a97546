import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Description, ResourceId, Tag } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { FirewallAction, FirewallDirection, FirewallGroup, FirewallProtocol, FirewallRule } from "./firewall-group.ts";
import { parseCidr, parseIpv4 } from "./ipv4.ts";
import { isIpv6Network, shortIpv6 } from "./ipv6.ts";
import { NetworkDeletion } from "./network-fields.ts";

/** The most rules that a user may add to one group. */
export const MOST_RULES = 100;

const RemoteTarget = keptAs(
  "cidr",
  z
    .string()
    .max(49, { abort: true })
    .trim()
    .refine(
      (text) => parseIpv4(text) !== undefined || parseCidr(text) !== undefined || isIpv6Network(text),
      "must be an address, or a network whose host bits are zero, such as 192.0.2.0/24 or 2001:db8::/32",
    )
    .overwrite(shortIpv6),
);
export const RulePort = z.int().min(1).max(65_535);

export const IcmpNumber = z.int().min(0).max(255);

const fields = {
  direction: FirewallDirection,
  protocol: FirewallProtocol,
  action: FirewallAction,
  description: Description.nullable(),
  port_start: RulePort.nullable().describe(
    "With `port_end` the range of ports, for tcp and udp; without both, every port.",
  ),
  port_end: RulePort.nullable().describe("By default `port_start`: one port."),
  icmp_type: IcmpNumber.nullable().describe(
    "For icmp: the only type, such as 8 for an echo request, or 128 for one by IPv6; without it, all.",
  ),
  icmp_code: IcmpNumber.nullable().describe("With `icmp_type` the only code of it; without it, all."),
  priority: z
    .int()
    .min(1)
    .max(65_535)
    .describe(
      "Rules with lower numbers come first, those with the same number in order of creation. " +
        "By default, the new rule comes after the present ones.",
    ),
  remote_targets: z
    .array(RemoteTarget)
    .max(100)
    .describe(
      "Addresses and networks: where traffic comes from, or goes to. One of them must match. By default 0.0.0.0/0, " +
        "which is anywhere, by IPv6 too; ::/0 is anywhere by IPv6 alone. Empty with `remote_group_id` or `remote_tag`.",
    ),
  remote_group_id: ResourceId.nullable().describe(
    "Instead of `remote_targets`: the VMs of this firewall group, whichever it has at the time. It may be the rule's own.",
  ),
  remote_tag: Tag.nullable().describe("Instead of `remote_targets`: the VMs of the workspace that have this tag."),
  enabled: z.boolean(),
};

/** The ICMP types of a rule, as requested or stored. */
export interface RuleIcmp {
  readonly protocol: FirewallProtocol;
  readonly icmp_type?: number | null | undefined;
  readonly icmp_code?: number | null | undefined;
}

/** Where a rule's traffic comes from or goes to, as requested or stored. */
export interface RuleRemote {
  readonly remote_targets?: readonly string[] | undefined;
  readonly remote_group_id?: string | null | undefined;
  readonly remote_tag?: string | null | undefined;
}

/** What is wrong with a rule, and the field that it is wrong with. */
export interface RuleProblem {
  readonly field: keyof RuleRemote | "port_start" | "port_end" | "icmp_type" | "icmp_code";
  readonly message: string;
}

/** The first problem of a rule as a whole, or undefined. */
export function ruleProblem(rule: RulePorts & RuleIcmp & RuleRemote): RuleProblem | undefined {
  return portProblem(rule) ?? icmpProblem(rule) ?? remoteProblem(rule);
}

function icmpProblem({ protocol, icmp_type, icmp_code }: RuleIcmp): RuleProblem | undefined {
  if (icmp_type == null) return icmp_code == null ? undefined : { field: "icmp_code", message: "needs icmp_type" };
  return protocol === "icmp" ? undefined : { field: "icmp_type", message: "is for icmp only; null removes it" };
}

/** A rule names addresses, a group or a tag. */
function remoteProblem({ remote_targets, remote_group_id, remote_tag }: RuleRemote): RuleProblem | undefined {
  const named = remote_group_id != null || remote_tag != null;
  if (remote_targets?.length === 0 && !named)
    return { field: "remote_targets", message: "must name an address, or remote_group_id or remote_tag must be there" };
  if (remote_group_id != null && remote_tag != null)
    return { field: "remote_tag", message: "must be left out with remote_group_id; use a rule for each" };
  if (named && remote_targets !== undefined && remote_targets.length > 0)
    return { field: "remote_targets", message: "must be left out or empty with a group or a tag; use a rule for each" };
  return undefined;
}

/** The ports of a rule, as requested or stored. */
export interface RulePorts {
  readonly protocol: FirewallProtocol;
  readonly port_start?: number | null | undefined;
  readonly port_end?: number | null | undefined;
}

function portProblem({ protocol, port_start, port_end }: RulePorts): RuleProblem | undefined {
  if (port_start == null) return port_end == null ? undefined : { field: "port_end", message: "needs port_start" };
  if (protocol !== "tcp" && protocol !== "udp")
    return { field: "port_start", message: "is for tcp and udp only; null removes it" };
  return port_end != null && port_end < port_start
    ? { field: "port_end", message: "must not be below port_start" }
    : undefined;
}

export const CreateFirewallRule = z
  .strictObject({
    direction: fields.direction.default("ingress"),
    protocol: fields.protocol.default("tcp"),
    action: fields.action.default("allow"),
    description: fields.description.optional(),
    port_start: fields.port_start.optional(),
    port_end: fields.port_end.optional(),
    icmp_type: fields.icmp_type.optional(),
    icmp_code: fields.icmp_code.optional(),
    priority: fields.priority.optional(),
    remote_targets: fields.remote_targets.optional(),
    remote_group_id: fields.remote_group_id.optional(),
    remote_tag: fields.remote_tag.optional(),
    enabled: fields.enabled.default(true),
  })
  .superRefine((rule, context) => {
    const problem = ruleProblem(rule);
    if (problem !== undefined) context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
  })
  .meta({
    id: "CreateFirewallRuleRequest",
    examples: [
      {
        direction: "ingress",
        protocol: "tcp",
        action: "allow",
        port_start: 443,
        remote_targets: ["0.0.0.0/0"],
        description: "HTTPS",
      },
    ],
  });
export type CreateFirewallRule = z.infer<typeof CreateFirewallRule>;

/** A changed rule is validated as a whole, because a change may name only one of two ports. */
export const UpdateFirewallRule = z
  .strictObject(fields)
  .partial()
  .meta({ id: "UpdateFirewallRuleRequest", examples: [{ remote_targets: ["198.51.100.0/24"], enabled: true }] });
export type UpdateFirewallRule = z.infer<typeof UpdateFirewallRule>;

export const ReplaceFirewallRules = z.strictObject({ rules: z.array(CreateFirewallRule).max(MOST_RULES) }).meta({
  id: "ReplaceFirewallRulesRequest",
  examples: [{ rules: [{ port_start: 443 }, { port_start: 22, remote_targets: ["198.51.100.0/24"] }] }],
});

const family = "Networking";
const path = "/networking/firewall-groups/{firewall_group_id}/rules";
const firewallGroupId = { firewall_group_id: ResourceId };
const ruleId = { ...firewallGroupId, rule_id: ResourceId };

const firewallRuleCreate = defineOperation({
  id: "firewallRule.create",
  resource: "firewall_rule",
  family,
  method: "POST",
  path,
  scope: "network.write",
  summary: "Add a rule to a firewall group",
  description: `A group can have at most ${MOST_RULES} rules besides its system-managed ones.`,
  params: firewallGroupId,
  body: CreateFirewallRule,
  output: FirewallRule,
  success: 201,
  errors: ["not_found", "conflict"],
});

const firewallRuleReplace = defineOperation({
  id: "firewallRule.replace",
  resource: "firewall_group",
  family,
  method: "PUT",
  path,
  scope: "network.write",
  summary: "Replace the rules of a firewall group, all at once",
  description:
    "System-managed rules stay. A rule without a priority comes after the rule before it. A rule that " +
    "does the same as a current one keeps its `rule_id`.",
  params: firewallGroupId,
  body: ReplaceFirewallRules,
  output: FirewallGroup,
  errors: ["not_found"],
});

const firewallRuleUpdate = defineOperation({
  id: "firewallRule.update",
  resource: "firewall_rule",
  family,
  method: "PATCH",
  path: `${path}/{rule_id}`,
  scope: "network.write",
  summary: "Change a rule of a firewall group",
  description:
    "A system-managed rule cannot be changed. Of `remote_targets`, `remote_group_id` and `remote_tag`, " +
    "one that is sent replaces the other two.",
  params: ruleId,
  body: UpdateFirewallRule,
  output: FirewallRule,
  errors: ["not_found", "conflict"],
});

const firewallRuleDelete = defineOperation({
  id: "firewallRule.delete",
  resource: "firewall_rule",
  family,
  method: "DELETE",
  path: `${path}/{rule_id}`,
  scope: "network.write",
  summary: "Remove a rule from a firewall group",
  description: "A system-managed rule cannot be removed.",
  params: ruleId,
  output: NetworkDeletion,
  errors: ["not_found", "conflict"],
});

export const firewallRuleOperations = [
  firewallRuleCreate,
  firewallRuleReplace,
  firewallRuleUpdate,
  firewallRuleDelete,
] as const;
