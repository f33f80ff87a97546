"use client";

import type { LucideIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LARGER_PAGES, PAGE_SIZE } from "@/client/list.ts";
import { problemOf } from "@/client/problem.ts";
import type { useListChoice, usePages } from "@/client/use-list.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { TableSkeleton } from "./data-table.tsx";
import { Loaded } from "./loaded.tsx";
import { Panel } from "./problem-panel.tsx";

/** The words for the rows of a list. */
export interface ListedKind {
  readonly one: string;
  readonly many: string;
  readonly icon: LucideIcon;
  /** Its purpose, shown if there is none yet. */
  readonly purpose: string;
  /**
   * The next step from an empty list: a page below the workspace. Absent if the step is a button above, or if rows are
   * added automatically.
   */
  readonly next?: { readonly page: string; readonly words: string };
  /** A suggestion for when nothing matches. Absent if the list cannot be filtered. */
  readonly hint?: string;
}

/**
 * One page of a family's list in each state: loading, failed, empty, no match, or rows with the pager.
 * @param list the list's state in the address; absent for a list that shares its page with others
 * @param toolbar the filters; left out if there are none
 * @param refusal why the next step is refused, or null if it is allowed
 * @param children the table of the rows
 */
export function ResourceList<Row>({
  kind,
  list,
  query,
  pages,
  toolbar,
  toolbarAlways = false,
  refusal = null,
  children,
}: {
  kind: ListedKind;
  list?: RowChoice;
  query: PagedQuery<Row>;
  pages: ReturnType<typeof usePages>;
  toolbar?: ReactNode;
  toolbarAlways?: boolean;
  refusal?: string | null;
  children: (items: readonly Row[]) => ReactNode;
}) {
  const empty = list?.narrowed ? <NoMatch kind={kind} /> : <NoneYet kind={kind} refusal={refusal} />;
  return (
    <PagedRows
      query={query}
      pages={pages}
      empty={empty}
      toolbar={toolbar}
      toolbarAlways={toolbarAlways}
      {...(list && { list })}
    >
      {children}
    </PagedRows>
  );
}

/** Shown when the filters match no rows. */
function NoMatch({ kind: { one, many, icon: Icon, hint } }: { kind: ListedKind }) {
  const pathname = usePathname();
  return (
    <Panel icon={<Icon className="size-5" aria-hidden />} title={`No ${one} matches`}>
      <p>{hint}</p>
      <div className="mt-5">
        <ButtonLink href={{ pathname }}>Show all {many}</ButtonLink>
      </div>
    </Panel>
  );
}

/** Shown when the list has no rows yet. */
function NoneYet({ kind: { many, icon: Icon, purpose, next }, refusal }: { kind: ListedKind; refusal: string | null }) {
  return (
    <Panel icon={<Icon className="size-5" aria-hidden />} title={`No ${many} yet`}>
      <p>{purpose}</p>
      {next && <NextStep {...next} refusal={refusal} />}
    </Panel>
  );
}

function NextStep({ page, words, refusal }: NonNullable<ListedKind["next"]> & { refusal: string | null }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="mt-5">
      <ButtonLink href={workspaceHref(workspaceId, page)} look="primary" refusal={refusal}>
        {words}
      </ButtonLink>
    </div>
  );
}

/** The part of a list's state that its rows need. */
export type RowChoice = Pick<ReturnType<typeof useListChoice>, "narrowed" | "choose"> & {
  readonly choice: { readonly limit?: number };
};

/** One page of a list. The server prefetches the first, the browser fetches the others. */
export interface PagedQuery<Row> {
  readonly data: { readonly items: readonly Row[]; readonly nextCursor: string | null } | undefined;
  readonly error: unknown;
  /** Whether the rows still belong to the previous query. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * One page of a list in each state: loading, failed, empty, or rows with the pager.
 * @param list where the address states the page size; absent for a list that shares its page with others
 * @param empty shown if there are no rows; absent if there always are
 * @param toolbar shown above the rows, but not above an empty list unless it is filtered or `toolbarAlways` is set
 * @param children the table of the rows
 */
export function PagedRows<Row>({
  list,
  query,
  pages,
  empty,
  toolbar,
  toolbarAlways = false,
  children,
}: {
  list?: RowChoice;
  query: PagedQuery<Row>;
  pages: ReturnType<typeof usePages>;
  empty?: ReactNode;
  toolbar?: ReactNode;
  toolbarAlways?: boolean;
  children: (items: readonly Row[]) => ReactNode;
}) {
  const none = query.data?.items.length === 0 && pages.first;
  // A role that may not see the list has nothing to search in.
  const forbidden = query.data === undefined && query.error !== null && problemOf(query.error).kind === "forbidden";
  return (
    <>
      {!forbidden && (toolbarAlways || !(none && !query.isPlaceholderData && !list?.narrowed)) && toolbar}
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ items, nextCursor }) => {
          // "No VM matches" stays while the next search loads. "No VMs yet" does not, because it may be false once the
          // filter is cleared.
          if (none && empty !== undefined)
            return query.isPlaceholderData && !list?.narrowed ? <TableSkeleton /> : empty;
          return (
            <>
              <div
                aria-busy={query.isPlaceholderData}
                className="transition-opacity aria-busy:opacity-60 aria-busy:delay-200"
              >
                {children(items)}
              </div>
              <Pager
                pages={pages}
                nextCursor={nextCursor}
                {...(list && {
                  sizes: { size: list.choice.limit, onChoose: (limit: string) => list.choose({ limit }) },
                })}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** The page size and a function to change it. */
interface PageSizeChoice {
  /** Undefined for the default. */
  readonly size: number | undefined;
  readonly onChoose: (size: string) => void;
}

/** The previous and next buttons and the page size. Hidden if everything fits on one page. */
function Pager({
  pages,
  nextCursor,
  sizes,
}: {
  pages: ReturnType<typeof usePages>;
  nextCursor: string | null;
  sizes?: PageSizeChoice;
}) {
  const onePage = pages.first && nextCursor === null;
  if (onePage && sizes?.size === undefined) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-end gap-2">
      {sizes && <PageSize {...sizes} />}
      <Button onClick={pages.previous} refusal={pages.first ? "This is the first page." : null}>
        Previous
      </Button>
      <Button
        onClick={() => nextCursor !== null && pages.next(nextCursor)}
        refusal={nextCursor === null ? "This is the last page." : null}
      >
        Next
      </Button>
    </nav>
  );
}

function PageSize({ size, onChoose }: PageSizeChoice) {
  return (
    <select
      aria-label="Rows on a page"
      value={size ?? PAGE_SIZE}
      // The default size is not stored in the address.
      onChange={({ currentTarget: { value } }) => onChoose(value === String(PAGE_SIZE) ? "" : value)}
      className="mr-auto h-9 appearance-none rounded-md border border-line-strong bg-[image:var(--chevron)]
        bg-[position:right_0.6rem_center] bg-no-repeat bg-surface pr-8 pl-3 text-sm shadow-card
        hover:border-ink-subtle focus-visible:outline-offset-0"
    >
      {[PAGE_SIZE, ...LARGER_PAGES].map((rows) => (
        <option key={rows} value={rows}>
          {rows} rows
        </option>
      ))}
    </select>
  );
}
