"use client";

import { useMutation } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { CheckOption } from "./check-option.tsx";
import { Section } from "./facts.tsx";
import { ProblemNotice } from "./problem-panel.tsx";

/** The resource that the switch protects. */
interface Protection {
  /** In words, e.g. "volume". */
  readonly what: string;
  readonly name: string;
  readonly isProtected: boolean | undefined;
  /** Why the switch cannot be used, or null. */
  readonly refusal: string | null;
  readonly onChange: (deletionProtection: boolean) => Promise<unknown>;
}

/** Turns deletion protection of a resource on and off. */
export function ProtectionSwitch({ what, name, isProtected = false, refusal, onChange }: Protection) {
  const changed = useChanged();
  const change = useMutation({
    mutationFn: onChange,
    onSuccess: (_, next) => changed(next ? `${name} is protected from deletion` : `${name} can be deleted`),
  });
  return (
    <div className="space-y-3">
      {change.error && <ProblemNotice problem={problemOf(change.error)} />}
      <CheckOption
        role="switch"
        label="Deletion protection"
        hint={refusal ?? `Nobody can delete this ${what} until it is turned off again.`}
        checked={change.isPending ? change.variables : isProtected}
        disabled={change.isPending || refusal !== null}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </div>
  );
}

/** The switch as a section of a page. */
export function ProtectionSection(protection: Protection) {
  return (
    <Section title="Protection">
      <ProtectionSwitch {...protection} />
    </Section>
  );
}
