"use client";

import { SECRET_REFUSALS } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { NoSecrets } from "./no-secrets.tsx";
import { deletedSecretColumns, secretColumns } from "./secret-columns.tsx";
import { SECRET_LIST, secretListInput } from "./secret-list-query.ts";
import { useStore } from "./store-frame.tsx";

/** The secrets of a store, never with their values. */
export function SecretList() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const store = useStore();
  const list = useListChoice(SECRET_LIST);
  const trpc = useTRPC();
  // Which tags there are to choose from: those of the newest secrets.
  const newest = useQuery(trpc.secret.list.queryOptions(secretListInput(workspaceId, store.id, {})));
  const tags = [...new Set([...(newest.data?.items.flatMap((secret) => secret.tags) ?? []), ...(list.choice.tag === undefined ? [] : [list.choice.tag])])].sort(
    (one, other) => one.localeCompare(other),
  );
  const archived = store.status === "archived" ? SECRET_REFUSALS.store_archived : null;
  return (
    <>
      <ListToolbar
        search={list.choice.search ?? ""}
        searchLabel="Search by key"
        filters={[
          { name: "tag", label: "Tag", value: list.choice.tag ?? "", options: tags.map((tag) => [tag, tag]) },
          { name: "deleted", label: "State", value: list.choice.deleted ?? "", options: [["true", "deleted, can be restored"]] },
        ]}
        onChoose={list.choose}
      >
        <span className="ml-auto">
          <ButtonLink
            href={`/workspaces/${workspaceId}/secret-stores/${store.id}/secrets/new`}
            look="primary"
            refusal={roleRefusal("secret-store.write") ?? archived}
          >
            <Plus className="size-4" aria-hidden />
            New secret
          </ButtonLink>
        </span>
      </ListToolbar>
      <SecretTable key={list.key} />
    </>
  );
}

function SecretTable() {
  const { workspaceId } = useWorkspace();
  const store = useStore();
  const list = useListChoice(SECRET_LIST);
  const trpc = useTRPC();
  const pages = usePages();
  const query = useQuery({
    ...trpc.secret.list.queryOptions(secretListInput(workspaceId, store.id, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  const deleted = list.choice.deleted !== undefined;
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      {({ items, nextCursor }) =>
        items.length === 0 && pages.first ? (
          <NoSecrets store={store} narrowed={list.narrowed} icon={<KeyRound className="size-5" aria-hidden />} />
        ) : (
          <>
            <DataTable
              label="Secrets"
              columns={deleted ? deletedSecretColumns : secretColumns}
              rows={items}
              keyOf={({ id }) => id}
              sort={{ by: list.choice.sort ?? "-created_at", fields: { key: "key", created: "created_at" }, onSort: (sort) => list.choose({ sort }) }}
            />
            <Pager pages={pages} nextCursor={nextCursor} />
          </>
        )
      }
    </Loaded>
  );
}
