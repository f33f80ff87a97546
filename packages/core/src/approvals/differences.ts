import type { ChangePlan, ResourceChange } from "@fulmar/contract";

/** A plan, and when it was made. */
interface MadePlan {
  readonly plan: ChangePlan;
  readonly at: Date;
}

/** Moments that follow from when a plan is made may move with it, and by as much besides. */
const TOLERANCE_MS = 30_000;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** An answer shows so many. */
const MOST = 50;

/**
 * The differences of a plan made anew from an approved one, in sentences. What quotas count besides may have changed:
 * only what is added counts.
 */
export function differencesBetween(approved: MadePlan, anew: MadePlan): string[] {
  const same = (one: unknown, other: unknown) => isSame(one, other, anew.at.getTime() - approved.at.getTime());
  const [before, now] = [approved.plan, anew.plan];
  const told: string[] = [];
  if (before.would_answer !== now.would_answer)
    told.push(`It would answer ${now.would_answer}, not ${before.would_answer}.`);
  told.push(...differingChanges(before.changes, now.changes, same));
  if (!same(before.steps, now.steps)) told.push(`The steps are ${now.steps.join(", ") || "none"} now.`);
  if (!same(before.cost, now.cost))
    told.push(`The cost of an hour changes by ${now.cost.hourly_delta}, not by ${before.cost.hourly_delta}.`);
  if (!same(addedTo(before), addedTo(now))) told.push("It counts otherwise towards quotas.");
  if (before.irreversible !== now.irreversible)
    told.push(now.irreversible ? "It cannot be undone any more." : "It can be undone now.");
  if (!same(before.restorable_until, now.restorable_until))
    told.push("What is deleted is restorable for another time.");
  if (!same(before.affects, now.affects)) told.push("Other resources depend on what it changes.");
  if (!same(before.warnings, now.warnings)) told.push("The warnings are others.");
  return told.slice(0, MOST);
}

function differingChanges(
  before: readonly ResourceChange[],
  now: readonly ResourceChange[],
  same: (one: unknown, other: unknown) => boolean,
): string[] {
  const left = [...now];
  const told: string[] = [];
  for (const change of before) {
    const at = left.findIndex((other) => keyOf(other) === keyOf(change));
    const [other] = at === -1 ? [] : left.splice(at, 1);
    if (other === undefined) {
      told.push(`It would no longer ${nameOf(change)}.`);
      continue;
    }
    for (const { field, from, to } of change.fields) {
      const anew = other.fields.find((candidate) => candidate.field === field);
      if (anew === undefined) told.push(`It would no longer change ${field} of ${change.name ?? change.id}.`);
      else if (!same(from, anew.from)) told.push(`${field} of ${change.name ?? change.id} has changed meanwhile.`);
      else if (!same(to, anew.to)) told.push(`${field} of ${change.name ?? change.id} would become another value.`);
    }
    for (const { field } of other.fields)
      if (!change.fields.some((known) => known.field === field))
        told.push(`It would also change ${field} of ${change.name ?? change.id}.`);
  }
  return [...told, ...left.map((change) => `It would also ${nameOf(change)}.`)];
}

function keyOf({ action, resource_type, id, name }: ResourceChange): string {
  return `${action} ${resource_type} ${id} ${name}`;
}

function nameOf({ action, resource_type, id, name }: ResourceChange): string {
  return `${action} the ${resource_type.replaceAll("_", " ")} ${name ?? id ?? ""}`.trim();
}

function addedTo({ quotas }: ChangePlan) {
  return quotas.map(({ resource, used, after }) => [resource, after - used]);
}

/** @param moved how much later the second one was made, in milliseconds */
function isSame(one: unknown, other: unknown, moved: number): boolean {
  if (typeof one === "string" && typeof other === "string" && MOMENT.test(one) && MOMENT.test(other)) {
    const later = Date.parse(other) - Date.parse(one);
    return later === 0 || Math.abs(later - moved) <= TOLERANCE_MS;
  }
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const [first, second] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>];
  return [...names].every((name) => isSame(first[name], second[name], moved));
}
