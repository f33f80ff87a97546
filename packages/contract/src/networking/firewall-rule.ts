import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Description, ResourceId } from "../values/fields.ts";
import { FirewallAction, FirewallDirection, FirewallGroup, FirewallProtocol, FirewallRule } from "./firewall-group.ts";
import { parseCidr, parseIpv4 } from "./ipv4.ts";
import { NetworkDeletion } from "./network-fields.ts";

/** The most rules that a user may add to one group. */
export const MOST_RULES = 100;

const RemoteTarget = z
  .string()
  .refine((text) => !text.includes(":"), "must be IPv4: networks have no IPv6 addresses")
  .refine(
    (text) => text.includes(":") || parseIpv4(text) !== undefined || parseCidr(text) !== undefined,
    "must be an IPv4 address, or an IPv4 network whose host bits are zero, such as 192.0.2.0/24",
  );
const Port = z.int().min(1).max(65_535);

const fields = {
  direction: FirewallDirection,
  protocol: FirewallProtocol,
  action: FirewallAction,
  description: Description.nullable(),
  port_start: Port.nullable().describe(
    "With `port_end` the range of ports, for tcp and udp; without both, every port.",
  ),
  port_end: Port.nullable().describe("By default `port_start`: one port."),
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
    .min(1)
    .max(100)
    .describe("IPv4 addresses and networks: where traffic comes from, or goes to. One of them must match."),
  enabled: z.boolean(),
};

/** The ports of a rule, as requested or stored. */
export interface RulePorts {
  readonly protocol: FirewallProtocol;
  readonly port_start?: number | null | undefined;
  readonly port_end?: number | null | undefined;
}

/** The problem with a rule's ports and the field that has it, or undefined. */
export function portProblem({
  protocol,
  port_start,
  port_end,
}: RulePorts): { readonly field: "port_start" | "port_end"; readonly message: string } | undefined {
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
    priority: fields.priority.optional(),
    remote_targets: fields.remote_targets.default(["0.0.0.0/0"]),
    enabled: fields.enabled.default(true),
  })
  .superRefine((rule, context) => {
    const problem = portProblem(rule);
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

/** Ports are validated together with the stored ones, because a change may name only one of them. */
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
  description: "A system-managed rule cannot be changed.",
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
