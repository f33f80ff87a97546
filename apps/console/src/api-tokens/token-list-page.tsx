"use client";

import { TOKEN_MANAGER_ROLES } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel, ProblemPanel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { tokenColumns } from "./token-columns.tsx";
import { tokenListInput } from "./token-list-query.ts";

export function TokenListPage() {
  const { organization, workspaceId } = useWorkspace();
  const refusal = TOKEN_MANAGER_ROLES.includes(organization.role) ? null : `Only ${TOKEN_MANAGER_ROLES.join(" and ")} may create API tokens.`;
  return (
    <>
      <PageHeader title="API tokens" lead={`Programs use a token to act in ${organization.name} through the API.`}>
        <ButtonLink href={`/workspaces/${workspaceId}/api-tokens/new`} look="primary" refusal={refusal}>
          <Plus className="size-4" aria-hidden />
          New token
        </ButtonLink>
      </PageHeader>
      <TokenList />
    </>
  );
}

function TokenList() {
  const { organization, workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const list = useQuery({
    ...trpc.apiToken.list.queryOptions(tokenListInput(organization.organization_id, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  if (list.data === undefined) return list.error ? <ProblemPanel error={list.error} onRetry={() => void list.refetch()} /> : <TableSkeleton rows={3} />;
  const { items, nextCursor } = list.data;
  if (items.length === 0 && pages.first) {
    return (
      <Panel icon={<KeyRound className="size-5" aria-hidden />} title="No API tokens yet">
        <p>A token carries the scopes and workspaces that you choose, and works from the moment it is created.</p>
        <div className="mt-5">
          <ButtonLink href={`/workspaces/${workspaceId}/api-tokens/new`} look="primary">
            Create a token
          </ButtonLink>
        </div>
      </Panel>
    );
  }
  return (
    <>
      <DataTable label="API tokens" columns={tokenColumns} rows={items} keyOf={(token) => token.token_id} />
      <Pager pages={pages} nextCursor={nextCursor} />
    </>
  );
}
