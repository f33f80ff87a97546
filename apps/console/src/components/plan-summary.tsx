"use client";

import {
  type AffectedResource,
  isFoundType,
  nameInSentence,
  type QuotaChange,
  RELATIONS,
  type ResourceChange,
} from "@fulmar/contract";
import { CircleMinus, CirclePlus, Info, PencilLine, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { use } from "react";
import { formatStatus } from "@/client/format.ts";
import { money } from "@/client/money.ts";
import type { ShownChange, ShownField, ShownPlan } from "@/client/plan-question.ts";
import { QUOTA_NAME } from "@/settings/settings-queries.ts";
import { resourceHref } from "@/shell/resource-page.ts";
import { WorkspaceContext } from "@/shell/workspace.tsx";
import { DateTime } from "./date-time.tsx";

/** The most changes, and fields of a change, that are shown without unfolding. */
const MOST_CHANGES = 6;
const MOST_FIELDS = 3;
/** Longer values, such as documents, are cut. */
const MOST_CHARACTERS = 80;

/** The effects of a change: resources and their fields, cost, quotas, what can be undone, and warnings. */
export function PlanSummary({ plan }: { plan: ShownPlan }) {
  const { affects, changes, warnings } = plan;
  const quotas = plan.quotas.flatMap(({ limit, ...quota }) => (limit === null ? [] : [{ limit, ...quota }]));
  const cost = costText(plan);
  return (
    <div className="space-y-2">
      {changes.length === 0 && <p className="text-ink-muted">Nothing that you can see changes.</p>}
      <Folded items={changes} most={MOST_CHANGES} noun="change">
        {(shown) => (
          <ul className="space-y-1.5">
            {shown.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a new resource has no id yet, and a plan does not change
              <Change key={index} change={change} />
            ))}
          </ul>
        )}
      </Folded>
      <Folded items={affects} most={MOST_CHANGES} noun="user">
        {(shown) => (
          <ul aria-label="Used by" className="space-y-1.5">
            {shown.map((affected) => (
              <Affected key={`${affected.resource_type} ${affected.id}`} affected={affected} />
            ))}
          </ul>
        )}
      </Folded>
      {(cost !== null || quotas.length > 0) && (
        <ul className="space-y-0.5 border-line border-t pt-2 tabular-nums">
          {cost !== null && <li className="font-medium">{cost}</li>}
          {quotas.map((quota) => (
            <li key={quota.resource}>{quotaText(quota)}</li>
          ))}
        </ul>
      )}
      <Undoing plan={plan} />
      {warnings.map((warning) => (
        <p key={warning} className="flex gap-2 text-warn">
          <Info className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <span>{warning}</span>
        </p>
      ))}
    </div>
  );
}

const ACTIONS: Readonly<
  Record<ResourceChange["action"], { readonly words: string; readonly Icon: typeof Info; readonly look: string }>
> = {
  delete: { words: "Deletes", Icon: CircleMinus, look: "text-bad" },
  update: { words: "Changes", Icon: PencilLine, look: "text-busy" },
  create: { words: "Creates", Icon: CirclePlus, look: "text-good" },
};

function Change({ change }: { change: ShownChange }) {
  const { action, resource_type, id, name, fields } = change;
  const { words, Icon, look } = ACTIONS[action];
  return (
    <li className="flex gap-2">
      <Icon className={`mt-0.5 size-3.5 shrink-0 ${look}`} aria-hidden />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {words} the {nameInSentence(resource_type)} <ChangedResource type={resource_type} id={id} name={name} />
        <Folded items={fields} most={action === "create" ? 0 : MOST_FIELDS} noun="field">
          {(shown) => (
            <dl className="text-ink-muted text-xs">
              {shown.map((field) => (
                <div key={field.field}>
                  <dt className="inline">{formatStatus(field.field)}: </dt>
                  <dd className="inline">{fieldText(action, field)}</dd>
                </div>
              ))}
            </dl>
          )}
        </Folded>
      </div>
    </li>
  );
}

/** "Used by the load balancer front, which sends requests to it." */
function Affected({ affected: { resource_type, id, name, relation } }: { affected: AffectedResource }) {
  return (
    <li className="flex gap-2">
      <TriangleAlert className="mt-0.5 size-3.5 shrink-0 text-warn" aria-hidden />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        Used by the {nameInSentence(resource_type)} <ChangedResource type={resource_type} id={id} name={name} />, which{" "}
        {RELATIONS[relation]} it
      </span>
    </li>
  );
}

/** The name of a resource of a plan, with a link if it exists and has a page. */
function ChangedResource({
  type,
  id,
  name,
}: {
  type: ResourceChange["resource_type"];
  id: string | null;
  name: string | null;
}) {
  const workspaceId = use(WorkspaceContext)?.workspaceId;
  const words = name ?? id ?? "";
  if (id === null || workspaceId === undefined || !isFoundType(type))
    return <span className="font-medium">{words}</span>;
  return (
    <Link
      href={resourceHref(workspaceId, id)}
      prefetch={false}
      className="rounded font-medium underline underline-offset-2"
    >
      {words}
    </Link>
  );
}

/** Shows the first items, and the others when unfolded. */
function Folded<Item>({
  items,
  most,
  noun,
  children,
}: {
  items: readonly Item[];
  most: number;
  noun: string;
  children: (shown: readonly Item[]) => React.ReactNode;
}) {
  if (items.length === 0) return null;
  // A fold that hides one line saves nothing.
  const shown = items.length <= most + 1 && most > 0 ? items : items.slice(0, most);
  const rest = items.slice(shown.length);
  return (
    <>
      {shown.length > 0 && children(shown)}
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer rounded text-ink-muted text-xs">
            {rest.length} {shown.length > 0 ? "more " : ""}
            {rest.length === 1 ? noun : `${noun}s`}
          </summary>
          {children(rest)}
        </details>
      )}
    </>
  );
}

function Undoing({ plan: { irreversible, restorable_until } }: { plan: ShownPlan }) {
  if (irreversible) return <p className="font-medium text-bad">What is deleted cannot be brought back.</p>;
  if (restorable_until === null) return null;
  return (
    <p>
      It can be restored until <DateTime iso={restorable_until} />.
    </p>
  );
}

function fieldText(action: ResourceChange["action"], { from, to }: ShownField): string {
  if (action === "create") return to == null ? "chosen when it is made" : valueText(to);
  return `${valueText(from)} → ${valueText(to)}`;
}

function valueText(value: unknown): string {
  if (value == null || value === "" || (Array.isArray(value) && value.length === 0)) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const isList = Array.isArray(value) && value.every((item) => typeof item !== "object");
  const text = isList ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** "+ $12.40 a month", or null if the price stays. */
function costText({ cost: { monthly_delta, currency } }: ShownPlan): string | null {
  const amount = Number(monthly_delta);
  if (amount === 0 || currency === null) return null;
  const price = money(Math.abs(amount), currency);
  return amount > 0 ? `+ ${price} a month` : `Saves ${price} a month`;
}

/** "3 of 10 cloud VMs". */
function quotaText({ resource, limit, after }: QuotaChange): string {
  const name = QUOTA_NAME[resource].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  return `${after} of ${limit} ${name}`;
}
