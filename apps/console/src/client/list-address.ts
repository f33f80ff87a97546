import { LONGEST_NAME, LONGEST_TAG } from "@fulmar/contract";

/**
 * What a list can be narrowed and ordered by. The keys of `filters` are query fields of the operation, with the values
 * that make sense there.
 */
export interface ListSpec<
  Filters extends Readonly<Record<string, readonly string[]>>,
  Sort extends string,
  Text extends string = never,
> {
  readonly filters: Filters;
  /** Query fields that take any text, such as a tag. */
  readonly texts?: readonly Text[];
  /** Where the operation knows no search. */
  readonly unsearched?: true;
  /** Empty where the list has one order only. */
  readonly sorts: readonly Sort[];
}

/** What the page's address says of the list: fields of the operation's query, absent where nothing was chosen. */
export type ListChoice<
  Filters extends Readonly<Record<string, readonly string[]>>,
  Sort extends string,
  Text extends string = never,
> = {
  readonly search?: string;
  readonly sort?: Sort;
  /** How many rows a page has, where it is not the usual number. */
  readonly limit?: (typeof LARGER_PAGES)[number];
} & { readonly [Name in keyof Filters]?: Filters[Name][number] } & { readonly [Name in Text]?: string };

/** Of a list that is always whole, in its one order: only the length of its pages can be chosen. */
export const WHOLE_LIST = { filters: {}, sorts: [], unsearched: true } as const;

/** How many rows a page has by itself, and how many it may have instead. */
export const PAGE_SIZE = 50;
export const LARGER_PAGES = [100, 200] as const;

/**
 * Reads a choice from an address; what makes no sense there chooses nothing. Kernel: the loop proves what the cast
 * says.
 */
export function readListChoice<
  Filters extends Readonly<Record<string, readonly string[]>>,
  Sort extends string,
  Text extends string = never,
>(spec: ListSpec<Filters, Sort, Text>, search: Readonly<Record<string, unknown>>): ListChoice<Filters, Sort, Text> {
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
  if (size !== undefined) choice.limit = size;
  return choice as ListChoice<Filters, Sort, Text>;
}

/** The page's part of a list's input: server and browser must ask for the same thing to share the answer. */
export function pageOf<Choice extends object>(choice: Choice, cursor?: string) {
  return { limit: PAGE_SIZE, ...choice, ...(cursor !== undefined && { cursor }) };
}

/** The same of a list of the workspace. */
export function listPage<Choice extends object>(workspaceId: string, choice: Choice, cursor?: string) {
  return { workspace_id: workspaceId, ...pageOf(choice, cursor) };
}
