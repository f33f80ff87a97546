import { chosen, defineForm, field, nullableText, numberOf, text, texts } from "../client/form.ts";
import type { RuleMeaning } from "./describe-rule.ts";
import type { DraftRule } from "./rule-draft.ts";

const nullableNumber = field("", (typed) => (typed.trim() === "" ? null : numberOf(typed)));

/** What a rule names: addresses, a firewall group or a tag. */
type RemoteKind = "addresses" | "group" | "tag";

function remoteKindOf({ remote_group_id, remote_tag }: RuleMeaning): RemoteKind {
  if (remote_group_id != null) return "group";
  return remote_tag == null ? "addresses" : "tag";
}

/** One rule of a firewall group. Only TCP and UDP have ports, and only ICMP has types. */
export const firewallRule = defineForm(
  async () => (await import("@fulmar/contract/networking")).CreateFirewallRule,
  {
    direction: chosen<RuleMeaning["direction"]>("ingress"),
    protocol: chosen<RuleMeaning["protocol"]>("tcp"),
    action: chosen<RuleMeaning["action"]>("allow"),
    port_start: nullableNumber,
    port_end: nullableNumber,
    icmp_type: nullableNumber,
    icmp_code: nullableNumber,
    remote: chosen<RemoteKind>("addresses"),
    // One address or network per line.
    remote_targets: texts(/[\s,]+/, "0.0.0.0/0"),
    remote_group_id: text(),
    remote_tag: text(),
    description: nullableText,
    enabled: chosen(true),
    // Empty if the order of a list determines it.
    priority: field("", (typed) => (typed.trim() === "" ? undefined : numberOf(typed))),
  },
  ({ port_start, port_end, icmp_type, icmp_code, remote, priority, ...rule }) => {
    const ported = rule.protocol === "tcp" || rule.protocol === "udp";
    const typed = rule.protocol === "icmp";
    return {
      ...rule,
      port_start: ported ? port_start : null,
      port_end: ported ? port_end : null,
      icmp_type: typed ? icmp_type : null,
      icmp_code: typed ? icmp_code : null,
      remote_targets: remote === "addresses" ? rule.remote_targets : [],
      remote_group_id: remote === "group" ? rule.remote_group_id : null,
      remote_tag: remote === "tag" ? rule.remote_tag : null,
      ...(priority !== undefined && { priority }),
    };
  },
);

export function valuesOf(
  rule: Pick<DraftRule, keyof RuleMeaning | "description"> & { readonly priority?: number | null | undefined },
): typeof firewallRule.initial {
  return {
    ...{ direction: rule.direction, protocol: rule.protocol, action: rule.action, enabled: rule.enabled },
    port_start: rule.port_start?.toString() ?? "",
    port_end: rule.port_end === rule.port_start ? "" : (rule.port_end?.toString() ?? ""),
    icmp_type: rule.icmp_type?.toString() ?? "",
    icmp_code: rule.icmp_code?.toString() ?? "",
    remote: remoteKindOf(rule),
    remote_targets: rule.remote_targets.join("\n"),
    remote_group_id: rule.remote_group_id ?? "",
    remote_tag: rule.remote_tag ?? "",
    description: rule.description ?? "",
    priority: rule.priority?.toString() ?? "",
  };
}
