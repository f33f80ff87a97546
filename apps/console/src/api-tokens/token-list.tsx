"use client";

import type { ApiTokenRecord } from "@fulmar/contract";
import { KeyRound } from "lucide-react";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Hint } from "@/components/hint.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { tokenMakerOf, tokenRefusal } from "./token-people.ts";
import { tokenList } from "./token-queries.ts";
import { TokenScopes } from "./token-scopes.tsx";
import { TokenExpiry, TokenLastUse } from "./token-times.tsx";
import { TokenWorkspaces } from "./token-workspaces.tsx";

const TOKENS: ListedKind = {
  one: "token",
  many: "API tokens",
  icon: KeyRound,
  purpose: "A token has the scopes and workspaces you choose, and works as soon as it is created.",
  next: { page: "api-tokens/new", words: "Create a token" },
  hint: "No active token has this text in its name. Revoked tokens are not listed.",
};

const column = columnsOf<ApiTokenRecord>();

const columns = [
  column("name", "Name", (token) => <TokenName token={token} />),
  column("scopes", "Scopes", (token) => <TokenScopes scopes={token.scopes} />),
  column("workspaces", "Workspaces", (token) => <TokenWorkspaces token={token} />),
  column("ranges", "From", (token) => <TokenRanges ranges={token.allowed_ip_ranges} />),
  column("created", "Created", (token) => (
    <div className="whitespace-nowrap">
      <DateTime iso={token.created_at} />
      <div className="text-ink-subtle text-xs" title={token.created_by?.email}>
        {tokenMakerOf(token)}
      </div>
    </div>
  )),
  column("used", "Last used", (token) => <TokenLastUse token={token} />),
  column("expires", "Expires", (token) => <TokenExpiry expiresAt={token.expires_at} />),
  column("actions", hiddenTitle("Actions"), (token) => <RevokeToken token={token} inRow />),
];

export function TokenListPage() {
  const { organization, workspaceId } = useWorkspace();
  const refusal = tokenRefusal(organization);
  return (
    <ListPage
      list={tokenList}
      path={{ workspaceId }}
      title="API tokens"
      lead={`Programs use a token to act in ${organization.name} through the API.`}
      kind={TOKENS}
      newLabel="New token"
      refusal={refusal}
      toolbar={refusal === null ? "with rows" : "never"}
      columns={columns}
      keyOf={({ token_id }) => token_id}
    />
  );
}

function TokenName({ token }: { token: ApiTokenRecord }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="min-w-36 max-w-72 py-2">
      <PromptLink
        href={`/workspaces/${workspaceId}/api-tokens/${token.token_id}`}
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
  );
}

/** The ranges that a token may be used from. */
function TokenRanges({ ranges }: { ranges: readonly string[] }) {
  const [first, ...more] = ranges;
  if (first === undefined) return <span className="text-ink-subtle">anywhere</span>;
  if (more.length === 0) return <span className="whitespace-nowrap font-mono text-xs">{first}</span>;
  return (
    <Hint text={ranges.join(", ")}>
      {(described) => (
        <button
          type="button"
          {...described}
          className="cursor-default whitespace-nowrap rounded underline decoration-line-strong decoration-dotted
            underline-offset-4"
        >
          {ranges.length} ranges
        </button>
      )}
    </Hint>
  );
}
