"use client";

import type { AccessKey } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { PERMISSION_NAME, reachOf } from "./access-key-words.ts";
import { DeleteAccessKey } from "./delete-access-key.tsx";

const column = columnsOf<AccessKey & { readonly workspaceId: string }>();

export const accessKeyColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: key } }) => (
      <div className="min-w-40 py-2">
        <PromptLink
          href={`/workspaces/${key.workspaceId}/access-keys/${key.access_key_id}`}
          className="rounded font-medium [overflow-wrap:anywhere] hover:underline hover:underline-offset-2"
        >
          {key.name}
        </PromptLink>
        <div className="leading-4">
          <Copyable text={key.access_key_id} label="access key id" />
        </div>
      </div>
    ),
  }),
  column.display({
    id: "permission",
    header: "Permission",
    cell: ({ row: { original: key } }) => <span className="whitespace-nowrap">{PERMISSION_NAME[key.permission]}</span>,
  }),
  column.display({
    id: "buckets",
    header: "Buckets",
    cell: ({ row: { original: key } }) => <span className="block min-w-32">{reachOf(key)}</span>,
  }),
  column.display({
    id: "used",
    header: "Last used",
    cell: ({ row: { original: key } }) =>
      key.last_used_at === null ? <span className="text-ink-subtle">never</span> : <DateTime iso={key.last_used_at} />,
  }),
  column.display({
    id: "expires",
    header: "Expires",
    cell: ({ row: { original: key } }) =>
      key.expires_at === null ? <span className="text-ink-subtle">never</span> : <DateTime iso={key.expires_at} />,
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: key } }) => <DateTime iso={key.created_at} />,
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original: key } }) => <DeleteAccessKey accessKey={key} />,
  }),
]);
