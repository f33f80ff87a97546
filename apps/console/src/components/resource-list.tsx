"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { useListChoice } from "@/client/use-list-choice.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ButtonLink } from "./button.tsx";
import { TableSkeleton } from "./data-table.tsx";
import { Loaded } from "./loaded.tsx";
import { Pager, type usePages } from "./pager.tsx";
import { Panel } from "./problem-panel.tsx";

/** What a list is of. */
export interface ListedKind {
  /** The list's own page, below the workspace; `new` below it creates one. */
  readonly page: string;
  readonly one: string;
  readonly many: string;
  readonly icon: LucideIcon;
  /** What it is for, where there is none yet, and the one next step. */
  readonly purpose: string;
  readonly create: string;
  /** What else to try where nothing matches. */
  readonly hint: string;
}

interface Page<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}

/**
 * One page of a family's list in each of its shapes: on its way, failed, empty, narrowed to nothing, or its rows with the way on.
 * @param refusal why nothing may be created; null when it may
 * @param children the table of the rows
 */
export function ResourceList<Row>({
  kind,
  list,
  query,
  pages,
  refusal,
  children,
}: {
  kind: ListedKind;
  list: Pick<ReturnType<typeof useListChoice>, "narrowed" | "choose"> & { readonly choice: { readonly limit?: number } };
  query: { readonly data: Page<Row> | undefined; readonly error: unknown; readonly refetch: () => Promise<unknown> };
  pages: ReturnType<typeof usePages>;
  refusal: string | null;
  children: (items: readonly Row[]) => ReactNode;
}) {
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      {({ items, nextCursor }) =>
        items.length === 0 && pages.first ? (
          <Nothing kind={kind} narrowed={list.narrowed} refusal={refusal} />
        ) : (
          <>
            {children(items)}
            <Pager pages={pages} nextCursor={nextCursor} sizes={{ size: list.choice.limit, onChoose: (limit) => list.choose({ limit }) }} />
          </>
        )
      }
    </Loaded>
  );
}

/** In place of the rows: because there are none yet, or because none matches. */
function Nothing({
  kind: { page, one, many, icon: Icon, purpose, create, hint },
  narrowed,
  refusal,
}: {
  kind: ListedKind;
  narrowed: boolean;
  refusal: string | null;
}) {
  const { workspaceId } = useWorkspace();
  const icon = <Icon className="size-5" aria-hidden />;
  if (narrowed) {
    return (
      <Panel icon={icon} title={`No ${one} matches`}>
        <p>{hint}</p>
        <div className="mt-5">
          <ButtonLink href={workspaceHref(workspaceId, page)}>Show all {many}</ButtonLink>
        </div>
      </Panel>
    );
  }
  return (
    <Panel icon={icon} title={`No ${many} yet`}>
      <p>{purpose}</p>
      <div className="mt-5">
        <ButtonLink href={workspaceHref(workspaceId, `${page}/new`)} look="primary" refusal={refusal}>
          {create}
        </ButtonLink>
      </div>
    </Panel>
  );
}
