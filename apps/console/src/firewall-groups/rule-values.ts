import type { RuleMeaning } from "./describe-rule.ts";
import type { DraftRule } from "./rule-draft.ts";

/** The values of a rule's form, as typed. */
export interface RuleValues {
  readonly direction: RuleMeaning["direction"];
  readonly protocol: RuleMeaning["protocol"];
  readonly action: RuleMeaning["action"];
  readonly port_start: string;
  readonly port_end: string;
  /** One address or network per line. */
  readonly remote_targets: string;
  readonly description: string;
  readonly enabled: boolean;
  /** Empty if the order of a list determines it. */
  readonly priority: string;
}

export const NEW_RULE: RuleValues = {
  ...{ direction: "ingress", protocol: "tcp", action: "allow", port_start: "", port_end: "" },
  ...{ remote_targets: "0.0.0.0/0", description: "", enabled: true, priority: "" },
};

export const RULE_FIELDS = [
  "direction",
  "protocol",
  "action",
  "port_start",
  "port_end",
  "remote_targets",
  "description",
  "priority",
] as const;

export function valuesOf(
  rule: Pick<DraftRule, keyof RuleMeaning | "description"> & { readonly priority?: number | null | undefined },
): RuleValues {
  return {
    ...{ direction: rule.direction, protocol: rule.protocol, action: rule.action, enabled: rule.enabled },
    port_start: rule.port_start?.toString() ?? "",
    port_end: rule.port_end === rule.port_start ? "" : (rule.port_end?.toString() ?? ""),
    remote_targets: rule.remote_targets.join("\n"),
    description: rule.description ?? "",
    priority: rule.priority?.toString() ?? "",
  };
}

/** Converts the form's values to the contract's schema of a rule. Only TCP and UDP have ports. */
export function toRule(values: RuleValues) {
  const ported = values.protocol === "tcp" || values.protocol === "udp";
  const { direction, protocol, action, enabled } = values;
  return {
    ...{ direction, protocol, action, enabled },
    port_start: ported ? number(values.port_start) : null,
    port_end: ported ? number(values.port_end) : null,
    remote_targets: values.remote_targets.split(/[\s,]+/).filter((target) => target !== ""),
    description: values.description.trim() === "" ? null : values.description.trim(),
    ...(values.priority.trim() !== "" && { priority: Number(values.priority) }),
  };
}

function number(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
