"use client";

import { ALL_SCOPES, type ApiTokenRecord } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Hint } from "@/components/hint.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { TokenExpiry } from "./token-expiry.tsx";
import { TokenWorkspaces } from "./token-workspaces.tsx";

const column = columnsOf<ApiTokenRecord>();

export const tokenColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: token } }) => (
      <div className="min-w-36 py-2">
        <span className="font-medium">{token.name}</span>
        <div className="font-mono text-ink-muted text-xs leading-4">{token.prefix}…</div>
      </div>
    ),
  }),
  column.display({
    id: "scopes",
    header: "Scopes",
    cell: ({ row: { original: token } }) => (
      <Hint text={token.scopes.join(", ")}>
        {(described) => (
          <button
            type="button"
            {...described}
            className="cursor-default whitespace-nowrap rounded underline decoration-line-strong decoration-dotted underline-offset-4"
          >
            {token.scopes.length === ALL_SCOPES.length ? "All scopes" : token.scopes.length === 1 ? token.scopes[0] : `${token.scopes.length} scopes`}
          </button>
        )}
      </Hint>
    ),
  }),
  column.display({ id: "workspaces", header: "Workspaces", cell: ({ row: { original: token } }) => <TokenWorkspaces token={token} /> }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: token } }) => (
      <div className="whitespace-nowrap">
        <DateTime iso={token.created_at} />
        <div className="text-ink-subtle text-xs">{token.created_by === null ? "on the command line" : `by ${token.created_by}`}</div>
      </div>
    ),
  }),
  column.display({
    id: "used",
    header: "Last used",
    cell: ({ row: { original: token } }) =>
      token.last_used_at === null ? <span className="text-ink-subtle">never</span> : <DateTime iso={token.last_used_at} />,
  }),
  column.display({ id: "expires", header: "Expires", cell: ({ row: { original: token } }) => <TokenExpiry expiresAt={token.expires_at} /> }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original: token } }) => <RevokeToken token={token} />,
  }),
]);
