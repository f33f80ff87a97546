"use client";

import type { SecretStore } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { StoreActions } from "./store-actions.tsx";
import { StoreStatusBadge } from "./store-status-badge.tsx";

const column = columnsOf<SecretStore>();

export const storeColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: store } }) => (
      <div className="min-w-40 py-2">
        <PromptLink
          href={`/workspaces/${store.workspace_id}/secret-stores/${store.id}`}
          className="rounded font-medium [overflow-wrap:anywhere] hover:underline hover:underline-offset-2"
        >
          {store.name}
        </PromptLink>
        {store.description !== "" && (
          <div className="max-w-80 truncate text-ink-muted text-xs">{store.description}</div>
        )}
      </div>
    ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: store } }) => <StoreStatusBadge status={store.status} />,
  }),
  column.display({
    id: "key",
    header: "Store key",
    cell: ({ row: { original: store } }) => (
      <div className="max-w-56">
        <Copyable text={store.store_key} label="store key" />
      </div>
    ),
  }),
  column.display({
    id: "changed",
    header: "Changed",
    cell: ({ row: { original: store } }) => <DateTime iso={store.updated_at} />,
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: store } }) => <DateTime iso={store.created_at} />,
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original: store } }) => (
      <div className="flex justify-end gap-2">
        <StoreActions store={store} menu />
      </div>
    ),
  }),
]);
