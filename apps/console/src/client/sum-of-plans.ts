import type { AffectedResource, QuotaChange } from "@fulmar/contract";
import type { ShownPlan } from "./plan-question.ts";

/** A number in decimal text has at most this many digits after the point. */
const DIGITS = 8;

/** The joint effects of several changes. Each plan is made as if the others did not happen. */
export function sumOfPlans(plans: readonly ShownPlan[]): ShownPlan | undefined {
  const [first, ...others] = plans;
  if (first === undefined || others.length === 0) return first;
  const until = plans.map(({ restorable_until }) => restorable_until);
  return {
    would_answer: first.would_answer,
    changes: plans.flatMap(({ changes }) => changes),
    affects: affectedBy(plans),
    steps: [...new Set(plans.flatMap(({ steps }) => steps))],
    cost: {
      hourly_delta: added(plans.map(({ cost }) => cost.hourly_delta)),
      monthly_delta: added(plans.map(({ cost }) => cost.monthly_delta)),
      currency: plans.map(({ cost }) => cost.currency).find((currency) => currency !== null) ?? null,
    },
    quotas: quotasTogether(plans.flatMap(({ quotas }) => quotas)),
    irreversible: plans.some(({ irreversible }) => irreversible),
    restorable_until: until.filter((time) => time !== null).sort()[0] ?? null,
    warnings: [...new Set(plans.flatMap(({ warnings }) => warnings))],
  };
}

/** Each once, without what one of the changes deletes or changes itself. */
function affectedBy(plans: readonly ShownPlan[]): AffectedResource[] {
  const keyOf = ({ resource_type, id }: { resource_type: string; id: string | null }) => `${resource_type} ${id}`;
  const changed = new Set(plans.flatMap(({ changes }) => changes.map(keyOf)));
  const affected = new Map(plans.flatMap(({ affects }) => affects.map((resource) => [keyOf(resource), resource])));
  return [...affected.values()].filter((resource) => !changed.has(keyOf(resource)));
}

function added(amounts: readonly string[]): string {
  return String(Number(amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(DIGITS)));
}

function quotasTogether(quotas: readonly QuotaChange[]): QuotaChange[] {
  const together = new Map<string, QuotaChange>();
  for (const quota of quotas) {
    const known = together.get(quota.resource) ?? { ...quota, after: quota.used };
    together.set(quota.resource, { ...known, after: known.after + quota.after - quota.used });
  }
  return [...together.values()];
}
