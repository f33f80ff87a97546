"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, TicketCheck } from "lucide-react";
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
import { accessKeyColumns } from "./access-key-columns.tsx";
import { ACCESS_KEY_LIST } from "./access-key-list-query.ts";

const ACCESS_KEYS: ListedKind = {
  one: "access key",
  many: "access keys",
  icon: TicketCheck,
  purpose:
    "S3 clients such as rclone and the AWS CLI sign in with an access key. Give each program its own, for the buckets that it needs.",
  next: { page: "access-keys/new", words: "Create an access key" },
  hint: "Search for another part of the name.",
};

export function AccessKeyListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <>
      <PageHeader title="Access keys" lead="What S3 clients sign in with to reach the buckets of this workspace.">
        <ButtonLink
          href={`/workspaces/${workspaceId}/access-keys/new`}
          look="primary"
          refusal={roleRefusal("object-storage.write")}
        >
          <Plus className="size-4" aria-hidden />
          New access key
        </ButtonLink>
      </PageHeader>
      <AccessKeyTable />
    </>
  );
}

function AccessKeyTable() {
  const list = useListChoice(ACCESS_KEY_LIST);
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.accessKey.list.queryOptions(listPage(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  return (
    <ResourceList
      kind={ACCESS_KEYS}
      list={list}
      query={query}
      pages={pages}
      refusal={roleRefusal("object-storage.write")}
      toolbar={<ListToolbar search={list.choice.search ?? ""} onChoose={list.choose} />}
    >
      {(items) => (
        <DataTable
          label="Access keys"
          columns={accessKeyColumns}
          rows={items.map((key) => ({ ...key, workspaceId }))}
          keyOf={({ access_key_id }) => access_key_id}
        />
      )}
    </ResourceList>
  );
}
