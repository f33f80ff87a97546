"use client";

import type { LucideIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LARGER_PAGES, PAGE_SIZE } from "@/client/list.ts";
import type { useListChoice, usePages } from "@/client/use-list.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { TableSkeleton } from "./data-table.tsx";
import { Loaded } from "./loaded.tsx";
import { Panel } from "./problem-panel.tsx";

/** What a list is of. */
export interface ListedKind {
  readonly one: string;
  readonly many: string;
  readonly icon: LucideIcon;
  /** What it is for, where there is none yet. */
  readonly purpose: string;
  /**
   * The one next step there: a page below the workspace. Absent where the step is a button above, or rows come by
   * themselves.
   */
  readonly next?: { readonly page: string; readonly words: string };
  /** What else to try where nothing matches; absent where nothing can be left out. */
  readonly hint?: string;
}

/**
 * One page of a family's list in each of its shapes: on its way, failed, empty, narrowed to nothing, or its rows with
 * the way on.
 * @param list what the page's address says of it; absent for a list that shares its page with others
 * @param toolbar what narrows the list; left out where there is nothing to narrow
 * @param refusal why the next step may not be taken; null when it may
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

/** In place of rows that are all left out. */
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

/** In place of rows that are yet to come. */
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

/** What of a list's choice its rows need. */
export type RowChoice = Pick<ReturnType<typeof useListChoice>, "narrowed" | "choose"> & {
  readonly choice: { readonly limit?: number };
};

/** One page of a list: the first is asked for on the server, the others as people go there. */
export interface PagedQuery<Row> {
  readonly data: { readonly items: readonly Row[]; readonly nextCursor: string | null } | undefined;
  readonly error: unknown;
  /** Whether the rows are still those of the question before. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * One page of a list in each of its shapes: on its way, failed, empty, or its rows with the way on.
 * @param list where the address says how long pages are; absent for a list that shares its page with others
 * @param empty in place of the rows, where there are none; absent where there always are some
 * @param toolbar above the rows, whatever becomes of them; not above a list that has none, unless it is narrowed or
 *   `toolbarAlways`
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
  return (
    <>
      {(toolbarAlways || !(none && !query.isPlaceholderData && !list?.narrowed)) && toolbar}
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ items, nextCursor }) => {
          // "No VM matches" stays while the next letter is asked about; "No VMs yet" would not be true of what is no
          // longer narrowed.
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

/** How many rows a page has, and how to have more or fewer. */
interface PageSizeChoice {
  /** Undefined for as many as pages have by themselves. */
  readonly size: number | undefined;
  readonly onChoose: (size: string) => void;
}

/**
 * The way on and back, in whichever order the list is, and how long its pages are; nothing where all is on one page
 * anyway.
 */
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
      // The usual size needs no place in the address.
      onChange={({ currentTarget: { value } }) => onChoose(value === String(PAGE_SIZE) ? "" : value)}
      className="mr-auto h-9 appearance-none rounded-md border border-line-strong bg-[image:var(--chevron)] bg-[position:right_0.6rem_center] bg-no-repeat bg-surface pr-8 pl-3 text-sm shadow-card hover:border-ink-subtle focus-visible:outline-offset-0"
    >
      {[PAGE_SIZE, ...LARGER_PAGES].map((rows) => (
        <option key={rows} value={rows}>
          {rows} rows
        </option>
      ))}
    </select>
  );
}
