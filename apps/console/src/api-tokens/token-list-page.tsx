"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { USES_EVERY_MS } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { tokenColumns } from "./token-columns.tsx";
import { TOKEN_LIST, tokenListInput } from "./token-list-query.ts";
import { tokenRefusal } from "./token-manager.ts";

const TOKENS: ListedKind = {
  one: "token",
  many: "API tokens",
  icon: KeyRound,
  purpose: "A token carries the scopes and workspaces that you choose, and works from the moment it is created.",
  next: { page: "api-tokens/new", words: "Create a token" },
  hint: "No name of a token in force holds this text. Revoked tokens are not listed.",
};

export function TokenListPage() {
  const { organization, workspaceId } = useWorkspace();
  return (
    <>
      <PageHeader title="API tokens" lead={`Programs use a token to act in ${organization.name} through the API.`}>
        <ButtonLink
          href={`/workspaces/${workspaceId}/api-tokens/new`}
          look="primary"
          refusal={tokenRefusal(organization)}
        >
          <Plus className="size-4" aria-hidden />
          New token
        </ButtonLink>
      </PageHeader>
      <TokenList />
    </>
  );
}

function TokenList() {
  const list = useListChoice(TOKEN_LIST);
  const { organization, workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.apiToken.list.queryOptions(tokenListInput(organization.organization_id, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: USES_EVERY_MS,
  });
  return (
    <ResourceList
      kind={TOKENS}
      list={list}
      query={query}
      pages={pages}
      toolbar={
        tokenRefusal(organization) === null && <ListToolbar search={list.choice.search ?? ""} onChoose={list.choose} />
      }
    >
      {(items) => (
        <DataTable
          label="API tokens"
          columns={tokenColumns}
          rows={items.map((token) => ({ ...token, workspaceId }))}
          keyOf={({ token_id }) => token_id}
        />
      )}
    </ResourceList>
  );
}
