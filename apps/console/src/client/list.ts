import { type ListedType, LONGEST_NAME, LONGEST_TAG } from "@fulmar/contract";
import type { Question, Trpc } from "./trpc.ts";

/** The possible values of each filter of a list. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

/**
 * The filters and orders of a list. The keys of `filters` are query fields of the operation, with their valid values.
 */
export interface ListSpec<
  Filters extends FilterValues,
  Sort extends string,
  Text extends string = never,
  Several extends string = never,
> {
  readonly filters: Filters;
  /** Query fields that take any text, such as a tag. */
  readonly texts?: readonly Text[];
  /** The query fields among both that take several values: a row with any of them is listed. */
  readonly several?: readonly Several[];
  /** Set if the operation has no search. */
  readonly unsearched?: true;
  /** Empty if the list has a single order. */
  readonly sorts: readonly Sort[];
  /** The rows per page, if that is not for the user to choose. */
  readonly pageSize?: number;
}

/** The list's state in the page's address: fields of the operation's query, absent if not set. */
export type ListChoice<
  Filters extends FilterValues,
  Sort extends string,
  Text extends string = never,
  Several extends string = never,
> = {
  readonly search?: string;
  readonly sort?: Sort;
  /** The rows per page, if not the default. */
  readonly limit?: (typeof LARGER_PAGES)[number];
} & { readonly [Name in keyof Filters]?: Name extends Several ? Filters[Name][number][] : Filters[Name][number] } & {
  readonly [Name in Text]?: Name extends Several ? string[] : string;
};

/** For lists without search, filters or sorting: only the page size can be chosen. */
export const WHOLE_LIST = { filters: {}, sorts: [], unsearched: true } as const;

/** The default page size, and the alternatives. */
export const PAGE_SIZE = 50;
export const LARGER_PAGES = [100, 200] as const;

/** The most values of one filter: the contract's limit. */
const MOST_VALUES = 50;

/**
 * Parses the list's state from an address, in which a filter with several values is repeated. Invalid values are
 * ignored. Kernel: the loop justifies the cast.
 */
export function readListChoice<
  Filters extends FilterValues,
  Sort extends string,
  Text extends string = never,
  Several extends string = never,
>(
  spec: ListSpec<Filters, Sort, Text, Several>,
  search: Readonly<Record<string, unknown>>,
): ListChoice<Filters, Sort, Text, Several> {
  const choice: Record<string, string | string[] | number> = {};
  const several: readonly string[] = spec.several ?? [];
  const choose = (name: string, read: (text: string) => string) => {
    const given: readonly unknown[] = several.includes(name) ? [search[name]].flat() : [search[name]];
    const values = given.flatMap((text) => (typeof text === "string" ? read(text) : []));
    const [first, ...others] = new Set(values.filter((text) => text !== ""));
    if (first === undefined) return;
    choice[name] = several.includes(name) ? [first, ...others].slice(0, MOST_VALUES) : first;
  };
  if (!spec.unsearched) choose("search", (text) => text.trim().slice(0, LONGEST_NAME));
  for (const name of spec.texts ?? []) choose(name, (text) => text.trim().slice(0, LONGEST_TAG));
  for (const [name, values] of Object.entries<readonly string[]>({ ...spec.filters, sort: spec.sorts }))
    choose(name, (text) => (values.includes(text) ? text : ""));
  const size = LARGER_PAGES.find((rows) => String(rows) === search.limit);
  if (size !== undefined && spec.pageSize === undefined) choice.limit = size;
  return choice as ListChoice<Filters, Sort, Text, Several>;
}

/** The paging part of a list's input. Server and browser must use the same input to share the cached answer. */
export function pageOf<Choice extends object>(choice: Choice, cursor?: string, pageSize: number = PAGE_SIZE) {
  return { limit: pageSize, ...choice, ...(cursor !== undefined && { cursor }) };
}

/**
 * The input of a list that is fetched whole, such as the options of a form. Server and browser must use the same input
 * to share the cached answer.
 */
export function wholeInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}

/** The page that `ask` requests: its size, the filters and order, and its cursor. */
type PageInput<
  Filters extends FilterValues,
  Sort extends string,
  Text extends string,
  Several extends string,
> = ReturnType<typeof pageOf<ListChoice<Filters, Sort, Text, Several>>>;

/** One page of a list and the cursor of the next. */
export interface Rows<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}

/**
 * A list: its filters, its orders and the query for one page. The server uses it to prefetch the first page, the
 * browser from then on.
 * @template Path the part of the route that the list belongs to
 */
export interface List<
  Path,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string = never,
  Several extends string = never,
> extends ListSpec<Filters, Sort, Text, Several> {
  readonly ask: (trpc: Trpc, path: Path, page: PageInput<Filters, Sort, Text, Several>) => Question<Rows<Row>>;
  /** The question for the number of its rows, all and those that are chosen; null if this choice is not counted. */
  readonly count?: (
    trpc: Trpc,
    path: Path,
    choice: NoInfer<ListChoice<Filters, Sort, Text, Several>>,
  ) => Question<{ readonly matching: number; readonly all: number }> | null;
  /** The ids of other resources that a row shows by name. */
  refersTo?(row: Row): readonly (string | null)[];
  /** A list with a changing row is polled often. */
  isChanging?(row: Row): boolean;
  /** The polling interval of the list, if it does not depend on changing rows; false to never poll. */
  readonly everyMs?: number | false;
  /** Set if rows are only ever added in front: pages after the first are complete and are not polled. */
  readonly onlyGrows?: true;
  /** The other queries of the list's page. */
  readonly beside?: (trpc: Trpc, path: Path) => readonly Question<unknown>[];
}

export interface WorkspacePath {
  readonly workspaceId: string;
}

export interface OrganizationPath {
  readonly organizationId: string;
}

/** Declares a list that belongs to a resource, such as the snapshots of a volume. */
export function listIn<Path>() {
  return <
    Row,
    const Filters extends FilterValues,
    const Sort extends string,
    const Text extends string = never,
    const Several extends string = never,
  >(
    list: List<Path, Row, Filters, Sort, Text, Several>,
  ) => list;
}

/** Declares a list of the workspace. */
export const defineList = listIn<WorkspacePath>();

/** The first page of a list, filtered and sorted as the address says. */
export function firstPage<
  Path,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string,
  Several extends string,
>(
  list: List<Path, Row, Filters, Sort, Text, Several>,
  trpc: Trpc,
  path: Path,
  search: Readonly<Record<string, unknown>>,
): Question<Rows<Row>> {
  return list.ask(trpc, path, pageOf(readListChoice(list, search), undefined, list.pageSize));
}

/** The names of the resources that a list's rows refer to. */
export function namesQuestion(trpc: Trpc, { workspaceId }: WorkspacePath, ids: readonly (string | null)[]) {
  return trpc.search.named.queryOptions({
    workspace_id: workspaceId,
    ids: [...new Set(ids.filter((id) => id !== null))],
  });
}

interface Narrowing {
  readonly search?: string;
  readonly status?: string[];
  readonly site_id?: string[];
  readonly region?: string[];
  readonly tag?: string[];
  readonly deleted?: string;
}

/** The question for the number of rows of a workspace's list. Deleted rows are not counted. */
export function rowCountOf(type: ListedType) {
  return (
    trpc: Trpc,
    { workspaceId }: { readonly workspaceId: string },
    { search, status, site_id, region, tag, deleted }: Narrowing,
  ) =>
    deleted !== undefined
      ? null
      : trpc.overview.listed.queryOptions({
          workspace_id: workspaceId,
          type,
          search,
          status,
          place: site_id ?? region,
          tag,
        });
}
