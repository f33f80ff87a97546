"use client";

import type { SecretStore } from "@fulmar/contract";
import { LockKeyhole } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ProtectedSign } from "@/components/deletion-protection.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { storeList } from "./secret-queries.ts";
import { StoreActions } from "./store-actions.tsx";
import { StoreStatusBadge } from "./store-status-badge.tsx";

const STORES: ListedKind = {
  one: "store",
  many: "secret stores",
  icon: LockKeyhole,
  purpose:
    "A store keeps secrets that belong together, such as those of one application. Programs read them through " +
    "the API; every reading is recorded.",
  next: { page: "secret-stores/new", words: "Create a store" },
  hint: "Search for another part of the name, or choose another status.",
};

const column = columnsOf<SecretStore>();

const columns = [
  column("name", "Name", (store) => (
    <div className="min-w-40 py-2">
      <PromptLink
        href={`/workspaces/${store.workspace_id}/secret-stores/${store.id}`}
        className="rounded font-medium [overflow-wrap:anywhere] hover:underline hover:underline-offset-2"
      >
        {store.name}
      </PromptLink>
      <ProtectedSign isProtected={store.deletion_protection} />
      {store.description !== "" && <div className="max-w-80 truncate text-ink-muted text-xs">{store.description}</div>}
    </div>
  )),
  column("status", "Status", (store) => <StoreStatusBadge status={store.status} />),
  column("key", "Store key", (store) => (
    <div className="max-w-56">
      <Copyable text={store.store_key} label="store key" />
    </div>
  )),
  column("changed", "Changed", (store) => <DateTime iso={store.updated_at} />),
  column("created", "Created", (store) => <DateTime iso={store.created_at} />),
  column("actions", hiddenTitle("Actions"), (store) => (
    <div className="flex justify-end gap-2">
      <StoreActions store={store} menu />
    </div>
  )),
];

export function StoreListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={storeList}
      path={path}
      title="Secret stores"
      lead="Passwords, keys and certificates, encrypted, with versions and a record of who read them."
      kind={STORES}
      newLabel="New store"
      scope="secret-store.write"
      filters={{ status: ["Status", (status) => (status === "deleting" ? "deleted, can be restored" : status)] }}
      // The filter finds deleted stores that can be restored.
      toolbar="always"
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
}
