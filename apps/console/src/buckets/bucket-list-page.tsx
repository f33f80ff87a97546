"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Database, Plus } from "lucide-react";
import { listPage } from "@/client/list-address.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { ColumnChoice, useHiddenColumns } from "@/components/column-choice.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { BUCKET_COLUMN_TITLES, bucketColumns } from "./bucket-columns.tsx";
import { BUCKET_LIST } from "./bucket-list-query.ts";

const BUCKETS: ListedKind = {
  one: "bucket",
  many: "buckets",
  icon: Database,
  purpose:
    "A bucket keeps files of any size and number. Programs reach it with an access key; a CDN distribution can serve it to everybody.",
  next: { page: "buckets/new", words: "Create a bucket" },
  hint: "Search for another part of the name.",
};

export function BucketListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <>
      <PageHeader title="Buckets" lead="Objects by name, as S3 clients read and write them.">
        <ButtonLink
          href={`/workspaces/${workspaceId}/buckets/new`}
          look="primary"
          refusal={roleRefusal("object-storage.write")}
        >
          <Plus className="size-4" aria-hidden />
          New bucket
        </ButtonLink>
      </PageHeader>
      <BucketTable />
    </>
  );
}

function BucketTable() {
  const columns = useHiddenColumns("buckets");
  const list = useListChoice(BUCKET_LIST);
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.bucket.list.queryOptions(listPage(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  return (
    <ResourceList
      kind={BUCKETS}
      list={list}
      query={query}
      pages={pages}
      refusal={roleRefusal("object-storage.write")}
      toolbar={
        <ListToolbar search={list.choice.search ?? ""} onChoose={list.choose}>
          <ColumnChoice columns={BUCKET_COLUMN_TITLES} hidden={columns.hidden} onShow={columns.show} />
        </ListToolbar>
      }
    >
      {(items) => (
        <DataTable
          label="Buckets"
          columns={bucketColumns}
          rows={items.map((bucket) => ({ ...bucket, workspaceId }))}
          keyOf={({ name }) => name}
          hidden={columns.hidden}
          sort={{
            by: list.choice.sort ?? "-created_at",
            fields: { name: "name", created: "created_at" },
            onSort: (sort) => list.choose({ sort }),
          }}
        />
      )}
    </ResourceList>
  );
}
