"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { DraftRule } from "./rule-draft.ts";

type Preset = Omit<DraftRule, "key" | "priority">;

const INTO: Pick<Preset, "direction" | "action" | "port_end" | "remote_targets" | "enabled"> = {
  direction: "ingress",
  action: "allow",
  port_end: null,
  remote_targets: ["0.0.0.0/0"],
  enabled: true,
};
const port = (name: string, number: number): Preset => ({
  ...INTO,
  protocol: "tcp",
  port_start: number,
  port_end: number,
  description: name,
});

const PRESETS: readonly (readonly [name: string, rule: Preset])[] = [
  ["SSH", port("SSH", 22)],
  ["HTTP", port("HTTP", 80)],
  ["HTTPS", port("HTTPS", 443)],
  ["PostgreSQL", port("PostgreSQL", 5432)],
  ["Ping (ICMP)", { ...INTO, protocol: "icmp", port_start: null, description: "Ping" }],
];

/** Rules that many groups have, each a press away. */
export function Presets({ onAdd }: { onAdd: (rule: Preset) => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const vpcs = useQuery(trpc.vpc.list.queryOptions({ workspace_id: workspaceId, limit: 100 })).data?.items ?? [];
  return (
    <section aria-label="Presets" className="flex flex-wrap items-center gap-2">
      <span className="text-ink-muted text-xs">Add</span>
      {PRESETS.map(([name, rule]) => (
        <Button key={name} onClick={() => onAdd(rule)}>
          {name}
        </Button>
      ))}
      {vpcs.length > 0 && (
        <select
          aria-label="Everything from a VPC"
          value=""
          onChange={({ currentTarget }) => {
            const vpc = vpcs.find(({ vpc_id }) => vpc_id === currentTarget.value);
            if (vpc)
              onAdd({
                ...INTO,
                protocol: "any",
                port_start: null,
                remote_targets: [vpc.cidr],
                description: `From the VPC ${vpc.name}`,
              });
          }}
          className="h-9 max-w-full appearance-none rounded-md border border-line-strong bg-[image:var(--chevron)] bg-[position:right_0.6rem_center] bg-surface bg-no-repeat pr-8 pl-3 text-sm shadow-card"
        >
          <option value="">Everything from a VPC…</option>
          {vpcs.map(({ vpc_id, name, cidr }) => (
            <option key={vpc_id} value={vpc_id}>
              {name} ({cidr})
            </option>
          ))}
        </select>
      )}
    </section>
  );
}
