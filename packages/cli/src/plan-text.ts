import type { AffectedResource, FieldChange, OperatorChangePlan, OperatorResourceChange } from "@fulmar/sdk";
import { type OutputOptions, print, textOf } from "./output.ts";

/** Prints what a change would do: in words, or as the record in the other formats. */
export async function printPlan(plan: OperatorChangePlan, options: OutputOptions): Promise<void> {
  const { output = "table", columns, quiet } = options;
  if (output !== "table" || columns !== undefined || quiet) return print(plan, [], options);
  process.stdout.write(
    planLines(plan)
      .map((line) => `${line}\n`)
      .join(""),
  );
}

const SIGNS: Readonly<Record<OperatorResourceChange["action"], string>> = { create: "+", update: "~", delete: "-" };

/** Things made, changed and deleted, then their cost and use, then whatever else is to be known. */
export function planLines(plan: OperatorChangePlan): string[] {
  const { affects, changes, steps, quotas, irreversible, restorable_until, warnings } = plan;
  return [
    ...(changes.length === 0 ? ["Nothing that can be read would change."] : changes.flatMap(changeLines)),
    ...affects.map(affectedLine),
    "",
    ...(steps.length === 0 ? [] : [`Steps      ${steps.join(", ")}`]),
    `Cost       ${costOf(plan)}`,
    ...quotas.map(({ resource, used, limit, after }) => `Quota      ${resource}: ${used} -> ${after}${ofLimit(limit)}`),
    ...(restorable_until === null ? [] : [`Restorable until ${restorable_until}`]),
    ...(irreversible ? ["This cannot be undone."] : []),
    ...warnings.map((warning) => `Note: ${textOf(warning)}`),
    "Nothing has been changed.",
  ];
}

function changeLines({ action, resource_type, id, name, fields }: OperatorResourceChange): string[] {
  const called = [name, name === id ? null : id].filter((text) => text !== null).map(textOf);
  const width = Math.max(0, ...fields.map(({ field }) => field.length));
  return [
    `${SIGNS[action]} ${action} ${resource_type.replaceAll("_", " ")} ${called.join(" ")}`.trimEnd(),
    ...fields.map((field) => `    ${field.field.padEnd(width)}  ${valuesOf(action, field)}`),
  ];
}

/** `! used by load balancer front (sends_to)` */
function affectedLine({ resource_type, id, name, relation }: AffectedResource): string {
  const called = [name, ...(name === id ? [] : [id])].map(textOf);
  return `! used by ${resource_type.replaceAll("_", " ")} ${called.join(" ")} (${relation})`;
}

function valuesOf(action: OperatorResourceChange["action"], { from, to }: FieldChange): string {
  const next = to === null && action === "create" ? "(chosen when it is made)" : textOf(to);
  return action === "create" ? next : `${textOf(from)} -> ${next}`;
}

function costOf({ cost: { hourly_delta, monthly_delta, currency } }: OperatorChangePlan): string {
  if (Number(hourly_delta) === 0) return "unchanged";
  return `${signed(monthly_delta)} ${currency ?? ""} a month (${signed(hourly_delta)} an hour)`;
}

function signed(amount: string): string {
  return amount.startsWith("-") ? amount : `+${amount}`;
}

function ofLimit(limit: number | null): string {
  return limit === null ? "" : ` of ${limit}`;
}
