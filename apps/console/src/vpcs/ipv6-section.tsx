"use client";

import { useMutation } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { Section } from "@/components/facts.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";

/** Switches IPv6 of a VPC on and off. */
export function Ipv6Section({
  name,
  isOn,
  refusal,
  onChange,
}: {
  name: string;
  isOn: boolean;
  /** Why the switch cannot be used, or null. */
  refusal: string | null;
  onChange: (ipv6: boolean) => Promise<unknown>;
}) {
  const changed = useChanged();
  const change = useMutation({
    mutationFn: onChange,
    onSuccess: (_, next) => changed(next ? `${name} has IPv6` : `${name} has no IPv6`),
  });
  return (
    <Section title="IPv6">
      <div className="space-y-3">
        {change.error && <ProblemNotice problem={problemOf(change.error)} />}
        <CheckOption
          role="switch"
          label="IPv6"
          hint={
            refusal ?? "Its VMs have a private IPv6 address, which they get by DHCPv6. Firewall groups count for both."
          }
          checked={change.isPending ? change.variables : isOn}
          disabled={change.isPending || refusal !== null}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      </div>
    </Section>
  );
}
