"use client";

import { SECRET_REFUSALS, type Secret, type SecretStore } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DateTime } from "@/components/date-time.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { TabLinks } from "@/components/tab-links.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { SecretActions } from "./secret-actions.tsx";
import { secretInputs, storeInput } from "./secret-queries.ts";

interface Place {
  readonly secret: Secret;
  readonly store: SecretStore;
  /** Why the secret cannot be changed now, or null if it can be. */
  readonly writeRefusal: string | null;
}

const SecretContext = createContext<Place | null>(null);

/** The secret of this page, kept up to date. */
export function useSecret(): Place {
  const place = use(SecretContext);
  if (place === null) throw new Error("this part of the page is not inside a secret's page");
  return place;
}

const TABS = [
  ["", "Overview"],
  ["versions", "Versions"],
  ["readings", "Access log"],
  ["settings", "Settings"],
] as const;

/** The frame of a secret's pages: its key, its state and the tabs. No page shows the value unasked. */
export function SecretFrame({
  storeId,
  secretId,
  children,
}: {
  storeId: string;
  secretId: string;
  children: ReactNode;
}) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const store = useQuery(trpc.secretStore.get.queryOptions(storeInput(workspaceId, storeId)));
  const secret = useQuery({
    ...trpc.secret.get.queryOptions(secretInputs(workspaceId, storeId, secretId).secret),
    refetchInterval: refreshEvery(false),
  });
  const stores = `/workspaces/${workspaceId}/secret-stores` as const;
  const crumbs = [
    { label: "Secret stores", href: stores },
    { label: store.data?.name ?? "Secret store", href: `${stores}/${storeId}` },
  ] as const;
  if (secret.data === undefined || store.data === undefined) {
    return (
      <>
        <PageHeader crumbs={crumbs} title="Secret" />
        <Loaded query={secret.data === undefined ? secret : store} skeleton={<BlockSkeleton />}>
          {() => null}
        </Loaded>
      </>
    );
  }
  const { restorable_until, key } = secret.data;
  const stateRefusal =
    store.data.status === "archived"
      ? SECRET_REFUSALS.store_archived
      : restorable_until === null
        ? null
        : SECRET_REFUSALS.secret_deleted;
  const place = {
    secret: secret.data,
    store: store.data,
    writeRefusal: roleRefusal("secret-store.write") ?? stateRefusal,
  };
  return (
    <SecretContext value={place}>
      <PageHeader
        crumbs={crumbs}
        title={key}
        aside={restorable_until !== null && <StatusBadge tone="warn">deleted</StatusBadge>}
      >
        <SecretActions secret={secret.data} store={store.data} />
      </PageHeader>
      {restorable_until !== null && (
        <p role="status" className="mb-6 flex gap-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
          <Trash2 className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          <span>
            The secret was deleted. It can be restored until <DateTime iso={restorable_until} />; then it is destroyed
            with all its versions.
          </span>
        </p>
      )}
      <TabLinks label="Secret" base={`${stores}/${storeId}/secrets/${secretId}`} tabs={TABS} />
      {children}
    </SecretContext>
  );
}
