import type { ApiTokenRecord, TokenGuard } from "@fulmar/contract";
import { inSentence } from "@fulmar/contract";
import type { ComponentProps } from "react";
import { chosen, field, numberOf } from "@/client/form.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { TextField } from "@/components/field.tsx";

/** The guards of a token, in the order in which they hold more. */
export const GUARDS: Readonly<Record<TokenGuard, readonly [title: string, meaning: string]>> = {
  none: ["None", "It changes what its scopes allow."],
  approve_destructive: [
    "Approve destructive changes",
    "Changes that delete, publish or open something, or give access that could, wait for a person.",
  ],
  approve_all: ["Approve everything", "Every change waits for a person."],
  plan_only: ["Plan only", "It can read and preview changes, but not apply them."],
};

type Guarding = Pick<
  ApiTokenRecord,
  "guard" | "max_deletions_per_hour" | "max_added_cost_per_hour" | "max_resources_per_hour"
>;

const UNGUARDED: Guarding = {
  guard: "none",
  max_deletions_per_hour: null,
  max_added_cost_per_hour: null,
  max_resources_per_hour: null,
};

const textOf = (ceiling: string | number | null) => (ceiling === null ? "" : String(ceiling));
const numberOrNull = (typed: string) => (typed.trim() === "" ? null : numberOf(typed));

/** The fields of a form with a guard and ceilings. */
export function guardFields(token: Guarding = UNGUARDED) {
  return {
    guard: chosen<TokenGuard>(token.guard),
    max_deletions_per_hour: field(textOf(token.max_deletions_per_hour), numberOrNull),
    max_added_cost_per_hour: field(textOf(token.max_added_cost_per_hour), (typed) =>
      typed.trim() === "" ? null : typed.trim(),
    ),
    max_resources_per_hour: field(textOf(token.max_resources_per_hour), numberOrNull),
  };
}

/** The ceilings with their labels. */
export const CEILINGS = [
  ["max_deletions_per_hour", "Deletions"],
  ["max_added_cost_per_hour", "Added hourly cost"],
  ["max_resources_per_hour", "New resources"],
] as const;

/**
 * The choice of a guard, and ceilings, which are folded unless one is set.
 * @param guard the control of the guard
 * @param ceiling the props of a ceiling's control
 */
export function GuardChoice({
  guard,
  error,
  ceiling,
  open,
}: {
  guard: Omit<ComponentProps<"input">, "title">;
  error: string | undefined;
  ceiling: (name: (typeof CEILINGS)[number][0]) => Omit<ComponentProps<typeof TextField>, "label">;
  open: boolean;
}) {
  return (
    <div className="space-y-3">
      <ChoiceGroup legend="Guard" error={error}>
        {Object.entries(GUARDS).map(([value, [title, meaning]]) => (
          <ChoiceCard key={value} title={title} value={value} {...guard}>
            {meaning}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
      <details open={open} className="rounded-lg border border-line px-3.5 py-3">
        <summary className="cursor-pointer font-medium">Ceilings per hour</summary>
        <p className="mt-1 text-ink-muted text-xs">
          How much it may do in an hour without a person. Leave empty for no ceiling.
        </p>
        <div className="mt-3 grid items-start gap-4 sm:grid-cols-3">
          {CEILINGS.map(([name, label]) => (
            <TextField key={name} label={label} inputMode="decimal" autoComplete="off" {...ceiling(name)} />
          ))}
        </div>
      </details>
    </div>
  );
}

/** The ceilings of a token in words, or null if it has none. */
export function describeCeilings(token: Guarding): string | null {
  const set = CEILINGS.flatMap(([name, label]) => (token[name] === null ? [] : `${inSentence(label)}: ${token[name]}`));
  return set.length === 0 ? null : set.join(", ");
}
