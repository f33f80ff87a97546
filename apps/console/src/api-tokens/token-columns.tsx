"use client";

import type { ApiTokenRecord } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { TokenExpiry } from "./token-expiry.tsx";
import { TokenRanges } from "./token-ranges.tsx";
import { TokenScopes } from "./token-scopes.tsx";
import { TokenLastUse } from "./token-use.tsx";
import { TokenWorkspaces } from "./token-workspaces.tsx";

type TokenRow = ApiTokenRecord & { readonly workspaceId: string };

const column = columnsOf<TokenRow>();

export const tokenColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: token } }) => (
      <div className="min-w-36 max-w-72 py-2">
        <PromptLink
          href={`/workspaces/${token.workspaceId}/api-tokens/${token.token_id}`}
          className="rounded font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {token.name}
        </PromptLink>
        <div className="font-mono text-ink-muted text-xs leading-4">{token.prefix}…</div>
        {token.old_value !== null && (
          <div className="text-warn text-xs">
            old value until <DateTime iso={token.old_value.until} />
          </div>
        )}
      </div>
    ),
  }),
  column.display({
    id: "scopes",
    header: "Scopes",
    cell: ({ row: { original: token } }) => <TokenScopes scopes={token.scopes} />,
  }),
  column.display({
    id: "workspaces",
    header: "Workspaces",
    cell: ({ row: { original: token } }) => <TokenWorkspaces token={token} />,
  }),
  column.display({
    id: "ranges",
    header: "From",
    cell: ({ row: { original: token } }) => <TokenRanges ranges={token.allowed_ip_ranges} />,
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: token } }) => (
      <div className="whitespace-nowrap">
        <DateTime iso={token.created_at} />
        <div className="text-ink-subtle text-xs">
          {token.created_by === null ? "on the command line" : `by ${token.created_by}`}
        </div>
      </div>
    ),
  }),
  column.display({
    id: "used",
    header: "Last used",
    cell: ({ row: { original: token } }) => <TokenLastUse token={token} />,
  }),
  column.display({
    id: "expires",
    header: "Expires",
    cell: ({ row: { original: token } }) => <TokenExpiry expiresAt={token.expires_at} />,
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original: token } }) => <RevokeToken token={token} label={`Revoke ${token.name}`} />,
  }),
]);
