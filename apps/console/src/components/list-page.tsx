"use client";

import type { Scope } from "@fulmar/contract";
import { Plus } from "lucide-react";
import { type Dispatch, type ReactNode, type SetStateAction, useState } from "react";
import { type FilterValues, type List, pageOf } from "@/client/list.ts";
import { type Question, useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { Names } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ButtonLink } from "./button.tsx";
import { type Columns, DataTable, titlesOf } from "./data-table.tsx";
import { ExportList } from "./export-list.tsx";
import type { FacetOptions } from "./facet.tsx";
import { BulkBar, ColumnChoice, ListToolbar, useHiddenColumns } from "./list-toolbar.tsx";
import { PageHeader } from "./page-header.tsx";
import { type ListedKind, ResourceList } from "./resource-list.tsx";
import { RowCount } from "./row-count.tsx";
import { SavedViews } from "./saved-views.tsx";

const NONE: ReadonlySet<string> = new Set();
/** The contract's limit. */
const MOST_PER_PAGE = 1000;

interface ListTableProps<
  Path,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string,
  Several extends string,
> {
  readonly list: List<Path, Row, Filters, Sort, Text, Several>;
  readonly path: Path;
  /** Whether something other than the rows announces a change, so that the list is polled often. */
  readonly changing?: boolean;
  /** The words for its rows and for an empty list. */
  readonly kind: ListedKind;
  /** The table's name for screen readers. */
  readonly label: string;
  /** Why the next step and the bulk actions are refused, or null if they are allowed. */
  readonly refusal?: string | null;
  readonly searchLabel?: string;
  /**
   * The label of each filter and its values in words. A text field can be chosen from values, or from the answer to a
   * question.
   */
  readonly filters?: { readonly [Name in keyof Filters]: FilterLabels<Filters[Name][number]> } & {
    readonly [Name in Text]?: TextChoices;
  };
  /** Further controls at the end of the filters. */
  readonly controls?: ReactNode;
  /** "always" also shows it above an empty list, for lists where a filter finds deleted rows. */
  readonly toolbar?: "with rows" | "always" | "never";
  readonly columns: Columns<Row>;
  /** The storage key of the hidden columns. Absent if columns cannot be hidden. */
  readonly columnsKeptAs?: string;
  /** The sort field of each column. */
  readonly sortedBy?: Readonly<Record<string, string>>;
  readonly keyOf: (row: Row) => string;
  /** Bulk actions. Absent if rows cannot be marked. */
  readonly bulk?: {
    readonly nameOf: (row: Row) => string;
    /** @param mark replaces the set of marked rows, by key */
    readonly actions: (marked: readonly Row[], mark: Dispatch<SetStateAction<ReadonlySet<string>>>) => ReactNode;
  };
}

interface ListPageProps<
  Path,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string,
  Several extends string,
> extends Omit<ListTableProps<Path, Row, Filters, Sort, Text, Several>, "label"> {
  readonly title: string;
  readonly lead?: string;
  /** The table's name, if it differs from the title. */
  readonly label?: string;
  /** The label of the button that leads to `kind.next`. */
  readonly newLabel?: string;
  /** The scope that the next step and the bulk actions need. */
  readonly scope?: Scope;
  /** Links in front of the button. */
  readonly links?: ReactNode;
}

type FilterLabels<Value extends string> = readonly [label: string, format?: (value: Value) => string];
type TextChoices = readonly [label: string, values: FacetOptions | Question<readonly string[]>];

/** The page of a list: its title, its next step and the list. */
export function ListPage<
  Path,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string = never,
  Several extends string = never,
>(props: ListPageProps<Path, Row, Filters, Sort, Text, Several>) {
  const { title, lead, label = title, kind, newLabel, scope, links, ...table } = props;
  const { workspaceId, roleRefusal } = useWorkspace();
  const refusal = props.refusal ?? (scope === undefined ? null : roleRefusal(scope));
  return (
    <>
      <PageHeader title={title} {...(lead !== undefined && { lead })}>
        {links}
        {kind.next && newLabel && (
          <ButtonLink
            href={workspaceHref(workspaceId, kind.next.page)}
            look="primary"
            refusal={refusal}
            aria-keyshortcuts="c"
          >
            <Plus className="size-4" aria-hidden />
            {newLabel}
          </ButtonLink>
        )}
      </PageHeader>
      <ListTable {...table} kind={kind} label={label} refusal={refusal} />
    </>
  );
}

/** A list with its filters, sorting and bulk actions. */
export function ListTable<
  Path,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string = never,
  Several extends string = never,
>({
  list,
  path,
  changing = false,
  kind,
  label,
  refusal = null,
  searchLabel,
  filters,
  controls,
  toolbar = "with rows",
  columns,
  columnsKeptAs,
  sortedBy,
  keyOf,
  bulk,
}: ListTableProps<Path, Row, Filters, Sort, Text, Several>) {
  const trpc = useTRPC();
  const stands = useList(list, path, changing);
  const { choice, choose, query, pages } = stands;
  const { hidden, show } = useHiddenColumns(columnsKeptAs ?? "");
  const [chosen, setChosen] = useState(NONE);
  const bare = toolbar === "never" || (list.unsearched && filters === undefined && columnsKeptAs === undefined);
  const counted = list.count?.(trpc, path, choice);
  const all = Object.entries<FilterLabels<string> | TextChoices>(filters ?? {}).map(
    ([name, [title, words = same]]) =>
      [
        name,
        title,
        typeof words === "function" ? (list.filters[name] ?? []).map((value) => [value, words(value)] as const) : words,
      ] as const,
  );
  const takesSeveral = ([name]: readonly [string, ...unknown[]]) =>
    list.several?.some((each) => each === name) ?? false;
  const facets = all.filter(takesSeveral);
  const singles = all.filter((filter) => !takesSeveral(filter));
  const { search, sort, ...values }: Readonly<Record<string, unknown>> = choice;
  return (
    <Names ids={list.refersTo === undefined ? [] : (query.data?.items.flatMap(list.refersTo) ?? [])}>
      <ResourceList
        kind={kind}
        list={stands}
        query={query}
        pages={pages}
        refusal={refusal}
        toolbarAlways={toolbar === "always"}
        toolbar={
          !bare && (
            <>
              {columnsKeptAs !== undefined && <SavedViews list={columnsKeptAs} many={kind.many} />}
              <ListToolbar
                search={list.unsearched ? undefined : textOf(search)}
                {...(searchLabel !== undefined && { searchLabel })}
                facets={facets.map(([name, title, options]) => ({
                  label: title,
                  chosen: textsOf(values[name]),
                  options,
                  onChoose: (chosen) => choose({ [name]: chosen }),
                }))}
                filters={singles.map(([name, label, options]) => ({
                  name,
                  label,
                  value: textOf(values[name]),
                  options: "map" in options ? options : [],
                }))}
                onChoose={choose}
              >
                {controls}
                {columnsKeptAs !== undefined && (
                  <span className="ml-auto flex items-center gap-2">
                    {counted && <RowCount question={counted} rows={query} kind={kind} />}
                    <ExportList
                      label={label}
                      pageAt={(cursor) => list.ask(trpc, path, { ...pageOf(choice, cursor), limit: MOST_PER_PAGE })}
                    />
                    <ColumnChoice columns={titlesOf(columns)} hidden={hidden} onShow={show} />
                  </span>
                )}
              </ListToolbar>
            </>
          )
        }
      >
        {(items) => {
          const marked = items.filter((row) => chosen.has(keyOf(row)));
          return (
            <>
              {bulk && (
                <BulkBar count={marked.length} onClear={() => setChosen(NONE)}>
                  {bulk.actions(marked, setChosen)}
                </BulkBar>
              )}
              <DataTable
                label={label}
                columns={columns}
                rows={items}
                keyOf={keyOf}
                hidden={columnsKeptAs === undefined ? NONE : hidden}
                {...(sortedBy && {
                  sort: {
                    by: sort === undefined ? "-created_at" : textOf(sort),
                    fields: sortedBy,
                    onSort: (next: string) => choose({ sort: next }),
                  },
                })}
                {...(bulk && refusal === null && { selection: { chosen, onChoose: setChosen, nameOf: bulk.nameOf } })}
              />
            </>
          );
        }}
      </ResourceList>
    </Names>
  );
}

function textsOf(chosen: unknown): readonly string[] {
  return Array.isArray(chosen) ? chosen.filter((value) => typeof value === "string") : [];
}

function textOf(chosen: unknown): string {
  return typeof chosen === "string" ? chosen : "";
}

const same = (value: string) => value;
