import { LONGEST_NAME, LONGEST_TAG } from "@fulmar/contract";
import type { Question, Trpc } from "./trpc.ts";

/** The possible values of each filter of a list. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

/**
 * The filters and orders of a list. The keys of `filters` are query fields of the operation, with their valid values.
 */
export interface ListSpec<Filters extends FilterValues, Sort extends string, Text extends string = never> {
  readonly filters: Filters;
  /** Query fields that take any text, such as a tag. */
  readonly texts?: readonly Text[];
  /** Set if the operation has no search. */
  readonly unsearched?: true;
  /** Empty if the list has a single order. */
  readonly sorts: readonly Sort[];
  /** The rows per page, if that is not for the user to choose. */
  readonly pageSize?: number;
}

/** The list's state in the page's address: fields of the operation's query, absent if not set. */
export type ListChoice<Filters extends FilterValues, Sort extends string, Text extends string = never> = {
  readonly search?: string;
  readonly sort?: Sort;
  /** The rows per page, if not the default. */
  readonly limit?: (typeof LARGER_PAGES)[number];
} & { readonly [Name in keyof Filters]?: Filters[Name][number] } & { readonly [Name in Text]?: string };

/** For lists without search, filters or sorting: only the page size can be chosen. */
export const WHOLE_LIST = { filters: {}, sorts: [], unsearched: true } as const;

/** The default page size, and the alternatives. */
export const PAGE_SIZE = 50;
export const LARGER_PAGES = [100, 200] as const;

/** Parses the list's state from an address. Invalid values are ignored. Kernel: the loop justifies the cast. */
export function readListChoice<Filters extends FilterValues, Sort extends string, Text extends string = never>(
  spec: ListSpec<Filters, Sort, Text>,
  search: Readonly<Record<string, unknown>>,
): ListChoice<Filters, Sort, Text> {
  const choice: Record<string, string | number> = {};
  const texts = (spec.texts ?? []).map((name) => [name, LONGEST_TAG] as const);
  for (const [name, longest] of spec.unsearched ? texts : [["search", LONGEST_NAME] as const, ...texts]) {
    const text = search[name];
    if (typeof text === "string" && text.trim() !== "") choice[name] = text.trim().slice(0, longest);
  }
  for (const [name, values] of Object.entries<readonly string[]>({ ...spec.filters, sort: spec.sorts })) {
    const value = search[name];
    if (typeof value === "string" && values.includes(value)) choice[name] = value;
  }
  const size = LARGER_PAGES.find((rows) => String(rows) === search.limit);
  if (size !== undefined && spec.pageSize === undefined) choice.limit = size;
  return choice as ListChoice<Filters, Sort, Text>;
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
type PageInput<Filters extends FilterValues, Sort extends string, Text extends string> = ReturnType<
  typeof pageOf<ListChoice<Filters, Sort, Text>>
>;

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
export interface List<Path, Row, Filters extends FilterValues, Sort extends string, Text extends string = never>
  extends ListSpec<Filters, Sort, Text> {
  readonly ask: (trpc: Trpc, path: Path, page: PageInput<Filters, Sort, Text>) => Question<Rows<Row>>;
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
  return <Row, const Filters extends FilterValues, const Sort extends string, const Text extends string = never>(
    list: List<Path, Row, Filters, Sort, Text>,
  ) => list;
}

/** Declares a list of the workspace. */
export const defineList = listIn<WorkspacePath>();

/** The first page of a list, filtered and sorted as the address says. */
export function firstPage<Path, Row, Filters extends FilterValues, Sort extends string, Text extends string>(
  list: List<Path, Row, Filters, Sort, Text>,
  trpc: Trpc,
  path: Path,
  search: Readonly<Record<string, unknown>>,
): Question<Rows<Row>> {
  return list.ask(trpc, path, pageOf(readListChoice(list, search), undefined, list.pageSize));
}
