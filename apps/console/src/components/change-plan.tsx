import type { ChangePlan as PlanRecord, ResourceChange } from "@fulmar/contract";

/** A plan as it arrives: JSON leaves out what is undefined. */
export interface ShownPlan extends Omit<PlanRecord, "changes"> {
  readonly changes: readonly ShownChange[];
}
interface ShownChange extends Omit<ResourceChange, "fields"> {
  readonly fields: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[];
}

const SIGN: Readonly<Record<ResourceChange["action"], readonly [sign: string, look: string]>> = {
  create: ["+", "text-good"],
  update: ["~", "text-warn"],
  delete: ["−", "text-bad"],
};

/** What a change would do: each resource with its fields, then cost, quotas and what else is to be known. */
export function ChangePlan({ plan }: { plan: ShownPlan }) {
  const { changes, steps, quotas, irreversible, restorable_until, warnings } = plan;
  const facts: readonly (readonly [term: string, value: string])[] = [
    ["Cost", costOf(plan)],
    ...quotas.map(({ resource, used, limit, after }): [string, string] => [
      `Quota ${resource.replaceAll("_", " ")}`,
      `${used} → ${after}${limit === null ? "" : ` of ${limit}`}`,
    ]),
    ...(steps.length === 0 ? [] : [["Steps", steps.join(", ")] as const]),
    ...(restorable_until === null ? [] : [["Restorable until", restorable_until] as const]),
  ];
  return (
    <div className="space-y-3 rounded-lg border border-line bg-surface p-4 shadow-card">
      {irreversible && <p className="font-medium text-bad">This cannot be undone.</p>}
      {changes.length === 0 && <p className="text-ink-muted">Nothing that can be read would change.</p>}
      <ul className="space-y-3">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan does not change, and new resources have no id
          <li key={index}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      <dl className="grid gap-x-6 gap-y-1 border-line border-t pt-3 text-xs sm:grid-cols-[max-content_1fr]">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.map((warning) => (
        <p key={warning} className="text-ink-muted text-xs [overflow-wrap:anywhere]">
          {warning}
        </p>
      ))}
    </div>
  );
}

function Change({ change: { action, resource_type, id, name, fields } }: { change: ShownChange }) {
  const [sign, look] = SIGN[action];
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <span aria-hidden className={`inline-block w-4 font-mono ${look}`}>
          {sign}
        </span>
        <span className={`font-medium ${look}`}>{action}</span> {resource_type.replaceAll("_", " ")}{" "}
        <span className="font-medium">{name ?? id}</span>
        {name !== null && id !== null && id !== name && (
          <span className="ml-2 font-mono text-ink-subtle text-xs">{id}</span>
        )}
      </p>
      {fields.length > 0 && (
        <ul className="mt-1 ml-4 space-y-0.5 border-line border-l pl-3 text-xs">
          {fields.map(({ field, from, to }) => (
            <li key={field} className="[overflow-wrap:anywhere]">
              <span className="text-ink-muted">{field}</span>{" "}
              {action === "create" ? (
                <span>{textOf(to, "chosen when it is made")}</span>
              ) : (
                <>
                  <span className="text-ink-subtle">{textOf(from)}</span> → <span>{textOf(to)}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function textOf(value: unknown, none = "none"): string {
  if (value === undefined || value === null || value === "") return none;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function costOf({ cost: { hourly_delta, monthly_delta, currency } }: ShownPlan): string {
  if (Number(hourly_delta) === 0) return "unchanged";
  const sign = hourly_delta.startsWith("-") ? "" : "+";
  return `${sign}${monthly_delta} ${currency ?? ""} a month (${sign}${hourly_delta} an hour)`;
}
