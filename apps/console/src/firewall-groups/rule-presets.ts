import type { DraftRule } from "./rule-draft.ts";

/** A rule without its place among others. */
export type Preset = Omit<DraftRule, "key" | "priority">;

/** The common parts of rules that allow inbound traffic from anywhere. */
export const INBOUND: Pick<Preset, "direction" | "action" | "port_end" | "remote_targets" | "enabled"> = {
  direction: "ingress",
  action: "allow",
  port_end: null,
  remote_targets: ["0.0.0.0/0"],
  enabled: true,
};

const port = (name: string, number: number): Preset => ({
  ...INBOUND,
  protocol: "tcp",
  port_start: number,
  port_end: number,
  description: name,
});

/** Common rules, by the name that the user sees. */
export const PRESETS: readonly (readonly [name: string, rule: Preset])[] = [
  ["SSH", port("SSH", 22)],
  ["HTTP", port("HTTP", 80)],
  ["HTTPS", port("HTTPS", 443)],
  ["PostgreSQL", port("PostgreSQL", 5432)],
  ["Ping (ICMP)", { ...INBOUND, protocol: "icmp", port_start: null, description: "Ping" }],
];
