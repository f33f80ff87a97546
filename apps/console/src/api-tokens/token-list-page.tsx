"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { USES_EVERY_MS } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { Button, ButtonLink } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { tokenColumns } from "./token-columns.tsx";
import { TOKEN_LIST, tokenListInput } from "./token-list-query.ts";
import { tokenRefusal } from "./token-manager.ts";

export function TokenListPage() {
  const { organization, workspaceId } = useWorkspace();
  const { choice, key, choose } = useListChoice(TOKEN_LIST);
  const refusal = tokenRefusal(organization);
  return (
    <>
      <PageHeader title="API tokens" lead={`Programs use a token to act in ${organization.name} through the API.`}>
        <ButtonLink href={`/workspaces/${workspaceId}/api-tokens/new`} look="primary" refusal={refusal}>
          <Plus className="size-4" aria-hidden />
          New token
        </ButtonLink>
      </PageHeader>
      {refusal === null && <ListToolbar search={choice.search ?? ""} onChoose={choose} />}
      <TokenList key={key} search={choice.search} onClear={() => choose({ search: "" })} />
    </>
  );
}

function TokenList({ search, onClear }: { search: string | undefined; onClear: () => void }) {
  const { organization, workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const list = useQuery({
    ...trpc.apiToken.list.queryOptions(tokenListInput(organization.organization_id, search === undefined ? {} : { search }, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: USES_EVERY_MS,
  });
  return (
    <Loaded query={list} skeleton={<TableSkeleton rows={3} />}>
      {({ items, nextCursor }) => {
        if (items.length === 0 && pages.first) return search === undefined ? <NoTokens /> : <NoMatch onClear={onClear} />;
        return (
          <>
            <DataTable label="API tokens" columns={tokenColumns} rows={items.map((token) => ({ ...token, workspaceId }))} keyOf={(token) => token.token_id} />
            <Pager pages={pages} nextCursor={nextCursor} />
          </>
        );
      }}
    </Loaded>
  );
}

function NoTokens() {
  const { workspaceId } = useWorkspace();
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

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Panel icon={<KeyRound className="size-5" aria-hidden />} title="No token matches">
      <p>No name of a token in force holds this text. Revoked tokens are not listed.</p>
      <Button className="mt-5" onClick={onClear}>
        Clear the search
      </Button>
    </Panel>
  );
}
