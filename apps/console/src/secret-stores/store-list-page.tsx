"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { LockKeyhole, Plus } from "lucide-react";
import { listPage } from "@/client/list-address.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { storeColumns } from "./store-columns.tsx";
import { STORE_LIST } from "./store-list-query.ts";

const STORES: ListedKind = {
  one: "store",
  many: "secret stores",
  icon: LockKeyhole,
  purpose:
    "A store keeps secrets that belong together, such as those of one application. Programs read them through the API; every reading is written down.",
  next: { page: "secret-stores/new", words: "Create a store" },
  hint: "Search for another part of the name, or choose another status.",
};

export function StoreListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const list = useListChoice(STORE_LIST);
  return (
    <>
      <PageHeader
        title="Secret stores"
        lead="Passwords, keys and certificates, encrypted, with versions and a trail of who read them."
      >
        <ButtonLink
          href={`/workspaces/${workspaceId}/secret-stores/new`}
          look="primary"
          refusal={roleRefusal("secret-store.write")}
        >
          <Plus className="size-4" aria-hidden />
          New store
        </ButtonLink>
      </PageHeader>
      {/* Also above an empty list: those that were deleted, and can be restored, are found by it. */}
      <ListToolbar
        search={list.choice.search ?? ""}
        filters={[
          {
            name: "status",
            label: "Status",
            value: list.choice.status ?? "",
            options: STORE_LIST.filters.status.map((status) => [
              status,
              status === "deleting" ? "deleted, can be restored" : status,
            ]),
          },
        ]}
        onChoose={list.choose}
      />
      <StoreTable />
    </>
  );
}

function StoreTable() {
  const list = useListChoice(STORE_LIST);
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.secretStore.list.queryOptions(listPage(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  return (
    <ResourceList kind={STORES} list={list} query={query} pages={pages} refusal={roleRefusal("secret-store.write")}>
      {(items) => <DataTable label="Secret stores" columns={storeColumns} rows={items} keyOf={({ id }) => id} />}
    </ResourceList>
  );
}
