"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowAs } from "@/show-as/show-as.tsx";
import type { ShownInput } from "@/show-as/texts.ts";
import { FactsSkeleton } from "./facts.tsx";
import { Loaded } from "./loaded.tsx";
import { PageHeader } from "./page-header.tsx";
import { TabLinks } from "./tab-links.tsx";

/** The header and tabs of a resource's pages. The content below the tabs renders once the resource has loaded. */
export function DetailFrame<Data>({
  list,
  id,
  kind,
  query,
  nameOf,
  lead,
  aside,
  actions,
  tabs,
  read,
  children,
}: {
  list: { readonly page: string; readonly label: string };
  id: string;
  /** Shown until its name is known. */
  kind: string;
  query: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => Promise<unknown> };
  nameOf: (data: Data) => string;
  lead?: (data: Data) => ReactNode;
  aside?: (data: Data) => ReactNode;
  actions?: (data: Data) => ReactNode;
  tabs: readonly (readonly [segment: string, title: string])[];
  /** The operation of the API that reads it, and its input. */
  read: (data: Data) => { readonly operation: string; readonly input: ShownInput };
  children: (data: Data) => ReactNode;
}) {
  const { workspaceId } = useWorkspace();
  const { data } = query;
  const onOverview = useSelectedLayoutSegment() === null;
  return (
    <>
      <PageHeader
        crumbs={[{ label: list.label, href: workspaceHref(workspaceId, list.page) }]}
        title={data === undefined ? kind : nameOf(data)}
        lead={data !== undefined && lead?.(data)}
        aside={data !== undefined && aside?.(data)}
      >
        {data !== undefined && actions?.(data)}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(loaded) => (
          <>
            <TabLinks label={kind} base={workspaceHref(workspaceId, `${list.page}/${id}`)} tabs={tabs} />
            {children(loaded)}
            {onOverview && (
              <div className="mt-10">
                <ShowAs {...read(loaded)} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
