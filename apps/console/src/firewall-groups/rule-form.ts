import { chosen, defineForm, field, nullableText, numberOf, texts } from "../client/form.ts";
import type { RuleMeaning } from "./describe-rule.ts";
import type { DraftRule } from "./rule-draft.ts";

const port = field("", (typed) => (typed.trim() === "" ? null : numberOf(typed)));

/** One rule of a firewall group. Only TCP and UDP have ports. */
export const firewallRule = defineForm(
  async () => (await import("@fulmar/contract/networking")).CreateFirewallRule,
  {
    direction: chosen<RuleMeaning["direction"]>("ingress"),
    protocol: chosen<RuleMeaning["protocol"]>("tcp"),
    action: chosen<RuleMeaning["action"]>("allow"),
    port_start: port,
    port_end: port,
    // One address or network per line.
    remote_targets: texts(/[\s,]+/, "0.0.0.0/0"),
    description: nullableText,
    enabled: chosen(true),
    // Empty if the order of a list determines it.
    priority: field("", (typed) => (typed.trim() === "" ? undefined : numberOf(typed))),
  },
  ({ port_start, port_end, priority, ...rule }) => {
    const ported = rule.protocol === "tcp" || rule.protocol === "udp";
    return {
      ...rule,
      port_start: ported ? port_start : null,
      port_end: ported ? port_end : null,
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
    remote_targets: rule.remote_targets.join("\n"),
    description: rule.description ?? "",
    priority: rule.priority?.toString() ?? "",
  };
}
