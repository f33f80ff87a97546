import { type RowOf, type Statement, statement } from "@fulmar/prisma";
import type { AuditPosition } from "./audit-position.ts";

/** The filter of a page. A list matches any of its values; null matches everything. */
export interface AuditFilter {
  readonly resource_id: readonly string[] | null;
  readonly action: readonly string[] | null;
  readonly actor_id: readonly string[] | null;
  readonly result: readonly number[] | null;
  readonly subject: readonly string[] | null;
}

export const EVERYTHING: AuditFilter = { resource_id: null, action: null, actor_id: null, result: null, subject: null };

/**
 * The columns that a filter can name, most selective first. A page is read along the index of the first column in its
 * filter.
 */
const COLUMNS = ["resource_id", "actor_id", "action", "result", "subject"] as const;
type ColumnName = (typeof COLUMNS)[number];

/**
 * The three trails: a workspace, an organization outside its workspaces, and a user's account, and the columns that
 * their pages are filtered by. Each has indexes with exactly these conditions.
 */
const TRAILS = {
  workspace: { name: "audit_event_list", columns: COLUMNS, condition: "e.workspace_id = $owner::bigint" },
  organization: {
    name: "organization_event_list",
    columns: ["resource_id", "actor_id", "action"],
    condition:
      "e.organization_id = $owner::text AND (e.workspace_id IS NULL OR split_part(e.action, '.', 1) = 'workspace')",
  },
  account: {
    name: "account_event_list",
    columns: [],
    condition: "e.organization_id IS NULL AND e.actor_id = $owner::text AND NOT e.planned",
  },
} as const;
type Trail = keyof typeof TRAILS;

/** Each column, and the parameter with the values that it is filtered by. */
const SQL: Readonly<Record<ColumnName, { readonly value: string; readonly asked: string }>> = {
  resource_id: { value: "e.resource_id", asked: "$resource_ids::text[]" },
  actor_id: { value: "e.actor_id", asked: "$actor_ids::text[]" },
  action: { value: "e.action", asked: "$actions::text[]" },
  result: { value: "e.result", asked: "$results::int[]" },
  subject: { value: "split_part(e.action, '.', 1)", asked: "$subjects::text[]" },
};

const SHOWN = `e.audit_event_id, e.actor_type, e.actor_id, e.actor_name, e.action, e.resource_id, e.request_id,
               e.source_ip, e.result, e.planned, e.at,
  (extract(epoch FROM e.at) * 1000000)::bigint AS micros`;

/** The columns that only one trail shows. */
const MORE: Readonly<Record<Trail, string>> = {
  workspace: "",
  organization: ", e.detail",
  account: ", e.detail, e.user_agent",
};

/** SQL that adds the present name of each event's resource to the rows of one page, by primary key. */
const NAMED = `SELECT page.*, coalesce(
         (SELECT u.name FROM "user" u WHERE u.id = page.resource_id),
         (SELECT t.name FROM api_token t WHERE t.token_id = page.resource_id),
         (SELECT w.name FROM workspace w
           WHERE w.workspace_id = CASE WHEN page.resource_id ~ '^[0-9]{1,18}$'
                                         THEN page.resource_id::bigint END)) AS resource_name`;

const moment = (micros: string) => `timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
const newestFirst = (table: string) => `ORDER BY ${table}.at DESC, ${table}.audit_event_id DESC`;

/**
 * The query for matching events, newest first. Without a filter it scans one index, otherwise it scans an index
 * once for each value of the first filtered column. Each set of columns has its own SQL text: with one text for all,
 * the planner would treat optional filters as selective and sort the whole trail. All texts take the same parameters,
 * and those of unused columns are NULL.
 */
function textFor(trail: Trail, asked: readonly ColumnName[]): string {
  const [lead, ...rest] = asked;
  const shown = `${SHOWN}${MORE[trail]}`;
  const others = COLUMNS.filter((name) => name !== lead).map((name) =>
    rest.includes(name) ? `AND ${SQL[name].value} = ANY (${SQL[name].asked})` : `AND ${SQL[name].asked} IS NULL`,
  );
  const events = (condition: string) => `SELECT ${shown} FROM audit_event e
       WHERE ${TRAILS[trail].condition} ${condition}
         AND (e.at, e.audit_event_id) < (${moment("$upper")}, $upper_id::text)
         AND e.at >= ${moment("$from")} ${others.join(" ")}
       ${newestFirst("e")} LIMIT $limit::int`;
  const page =
    lead === undefined
      ? events("")
      : `SELECT e.* FROM unnest(${SQL[lead].asked}) AS asked (value),
          LATERAL (${events(`AND ${SQL[lead].value} = asked.value`)}) AS e
          ${newestFirst("e")} LIMIT $limit::int`;
  return trail === "organization" ? `${NAMED} FROM (${page}) AS page ${newestFirst("page")}` : page;
}

/** The suffixes for every set of columns, in order: `""`, `_resource_id`, `_resource_id_action` … */
type Subset<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Subset<Rest> | `_${First}${Subset<Rest>}`
  : "";
type NameIn<In extends Trail> =
  `${(typeof TRAILS)[In]["name"]}${"" | `_by${Exclude<Subset<(typeof TRAILS)[In]["columns"]>, "">}`}`;

/** Prepares one statement of a trail for each set of columns. Kernel: the names built here match the type. */
function listsOf<In extends Trail>(trail: In): ReadonlyMap<string, Statement<NameIn<In>>> {
  let subsets: readonly (readonly ColumnName[])[] = [[]];
  for (const name of TRAILS[trail].columns) subsets = subsets.flatMap((subset) => [subset, [...subset, name]]);
  return new Map(
    subsets.map((asked) => {
      const columns = asked.length === 0 ? "" : `_by_${asked.join("_")}`;
      const name = `${TRAILS[trail].name}${columns}` as NameIn<In>;
      return [asked.join(), statement(name, textFor(trail, asked))];
    }),
  );
}

const lists = {
  workspace: listsOf("workspace"),
  organization: listsOf("organization"),
  account: listsOf("account"),
};

/** A row of a trail. `micros` is `at` in microseconds since 1970, by which the trail is ordered. */
export type TrailRow = RowOf<NameIn<"workspace">>;

/** The statement that reads a page for the columns in the filter. `valuesOf` has its values. */
export function listFor<In extends Trail>(
  trail: In,
  filter: AuditFilter,
): (typeof lists)[In] extends ReadonlyMap<string, infer List> ? List : never;
export function listFor(trail: Trail, filter: AuditFilter) {
  const found = lists[trail].get(COLUMNS.filter((name) => filter[name] !== null).join());
  if (found === undefined) throw new Error(`no query of the audit trail for the filter ${JSON.stringify(filter)}`);
  return found;
}

/** @param range events below `upper` and not before `from` (microseconds) */
export function valuesOf<Owner extends string | bigint>(
  owner: Owner,
  { resource_id, actor_id, action, result, subject }: AuditFilter,
  { upper, from }: { upper: AuditPosition; from: bigint },
  limit: number,
) {
  return {
    ...{ owner, upper: upper.micros, upper_id: upper.id, from, limit },
    ...{ resource_ids: resource_id, actor_ids: actor_id, actions: action, results: result, subjects: subject },
  };
}
