"use client";

import type { LucideIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ButtonLink } from "./button.tsx";
import { type PagedQuery, PagedRows, type RowChoice } from "./paged-rows.tsx";
import type { usePages } from "./pager.tsx";
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
  refusal = null,
  children,
}: {
  kind: ListedKind;
  list?: RowChoice;
  query: PagedQuery<Row>;
  pages: ReturnType<typeof usePages>;
  toolbar?: ReactNode;
  refusal?: string | null;
  children: (items: readonly Row[]) => ReactNode;
}) {
  const empty = list?.narrowed ? <NoMatch kind={kind} /> : <NoneYet kind={kind} refusal={refusal} />;
  return (
    <PagedRows query={query} pages={pages} empty={empty} toolbar={toolbar} {...(list && { list })}>
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
