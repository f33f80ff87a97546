"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Database, Plus } from "lucide-react";
import { listPage } from "@/client/list-address.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { ColumnChoice, useHiddenColumns } from "@/components/column-choice.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { BUCKET_COLUMN_TITLES, bucketColumns } from "./bucket-columns.tsx";
import { BUCKET_LIST } from "./bucket-list-query.ts";

export function BucketListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const list = useListChoice(BUCKET_LIST);
  const columns = useHiddenColumns("buckets");
  return (
    <>
      <PageHeader title="Buckets" lead="Objects by name, as S3 clients read and write them.">
        <ButtonLink href={`/workspaces/${workspaceId}/buckets/new`} look="primary" refusal={roleRefusal("object-storage.write")}>
          <Plus className="size-4" aria-hidden />
          New bucket
        </ButtonLink>
      </PageHeader>
      <ListToolbar search={list.choice.search ?? ""} onChoose={list.choose}>
        <ColumnChoice columns={BUCKET_COLUMN_TITLES} hidden={columns.hidden} onShow={columns.show} />
      </ListToolbar>
      <BucketTable hidden={columns.hidden} />
    </>
  );
}

function BucketTable({ hidden }: { hidden: ReadonlySet<string> }) {
  const list = useListChoice(BUCKET_LIST);
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.bucket.list.queryOptions(listPage(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      {({ items, nextCursor }) =>
        items.length === 0 && pages.first ? (
          <NoBuckets narrowed={list.narrowed} />
        ) : (
          <>
            <DataTable
              label="Buckets"
              columns={bucketColumns}
              rows={items.map((bucket) => ({ ...bucket, workspaceId }))}
              keyOf={({ name }) => name}
              hidden={hidden}
              sort={{ by: list.choice.sort ?? "-created_at", fields: { name: "name", created: "created_at" }, onSort: (sort) => list.choose({ sort }) }}
            />
            <Pager pages={pages} nextCursor={nextCursor} />
          </>
        )
      }
    </Loaded>
  );
}

function NoBuckets({ narrowed }: { narrowed: boolean }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const icon = <Database className="size-5" aria-hidden />;
  if (narrowed) {
    return (
      <Panel icon={icon} title="No bucket matches">
        <p>Search for another part of the name.</p>
        <div className="mt-5">
          <ButtonLink href={`/workspaces/${workspaceId}/buckets`}>Show all buckets</ButtonLink>
        </div>
      </Panel>
    );
  }
  return (
    <Panel icon={icon} title="No buckets yet">
      <p>A bucket keeps files of any size and number. Programs reach it with an access key; a CDN distribution can serve it to everybody.</p>
      <div className="mt-5">
        <ButtonLink href={`/workspaces/${workspaceId}/buckets/new`} look="primary" refusal={roleRefusal("object-storage.write")}>
          Create a bucket
        </ButtonLink>
      </div>
    </Panel>
  );
}
