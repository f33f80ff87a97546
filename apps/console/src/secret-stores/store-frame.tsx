"use client";

import { RESTORE_DAYS, type SecretStore } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Archive, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DateTime } from "@/components/date-time.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { TabLinks } from "@/components/tab-links.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { storeInput } from "./secret-queries.ts";
import { StoreActions } from "./store-actions.tsx";
import { StoreStatusBadge } from "./store-status-badge.tsx";

const StoreContext = createContext<SecretStore | null>(null);

/** The store of this page, kept up to date. */
export function useStore(): SecretStore {
  const store = use(StoreContext);
  if (store === null) throw new Error("this part of the page is not inside a store's page");
  return store;
}

const TABS = [
  ["", "Secrets"],
  ["settings", "Settings"],
] as const;
const DAY_MS = 86_400_000;

/** The frame of a store's pages. A deleted store shows how long it can be restored, and none of its contents. */
export function StoreFrame({ storeId, children }: { storeId: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.secretStore.get.queryOptions(storeInput(workspaceId, storeId)),
    refetchInterval: refreshEvery(false),
  });
  const list = `/workspaces/${workspaceId}/secret-stores` as const;
  const crumbs = [{ label: "Secret stores", href: list }] as const;
  if (query.data === undefined) {
    return (
      <>
        <PageHeader crumbs={crumbs} title="Secret store" />
        <Loaded query={query} skeleton={<BlockSkeleton />}>
          {() => null}
        </Loaded>
      </>
    );
  }
  const store = query.data;
  return (
    <StoreContext value={store}>
      <PageHeader
        crumbs={crumbs}
        title={store.name}
        lead={store.description}
        aside={<StoreStatusBadge status={store.status} />}
      >
        <StoreActions store={store} onGone={() => router.push(list)} />
      </PageHeader>
      {store.status === "archived" && (
        <p role="status" className="mb-6 flex gap-3 rounded-md border border-line bg-canvas px-3.5 py-3">
          <Archive className="mt-0.5 size-4 shrink-0 text-ink-muted" aria-hidden />
          The store is archived: its secrets can be read, but nothing in it can be changed.
        </p>
      )}
      {store.status === "deleting" ? (
        <p role="status" className="flex gap-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
          <Trash2 className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          <span>
            The store was deleted. It can be restored with its secrets until{" "}
            <DateTime iso={new Date(Date.parse(store.updated_at) + RESTORE_DAYS * DAY_MS).toISOString()} />; then it is
            destroyed.
          </span>
        </p>
      ) : (
        <>
          <TabLinks label="Secret store" base={`${list}/${storeId}`} tabs={TABS} />
          {children}
        </>
      )}
    </StoreContext>
  );
}
