"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, TicketCheck } from "lucide-react";
import { listPage } from "@/client/list-address.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { accessKeyColumns } from "./access-key-columns.tsx";
import { ACCESS_KEY_LIST } from "./access-key-list-query.ts";

export function AccessKeyListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const list = useListChoice(ACCESS_KEY_LIST);
  return (
    <>
      <PageHeader title="Access keys" lead="What S3 clients sign in with to reach the buckets of this workspace.">
        <ButtonLink href={`/workspaces/${workspaceId}/access-keys/new`} look="primary" refusal={roleRefusal("object-storage.write")}>
          <Plus className="size-4" aria-hidden />
          New access key
        </ButtonLink>
      </PageHeader>
      <ListToolbar search={list.choice.search ?? ""} onChoose={list.choose} />
      <AccessKeyTable key={list.key} />
    </>
  );
}

function AccessKeyTable() {
  const list = useListChoice(ACCESS_KEY_LIST);
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const query = useQuery({
    ...trpc.accessKey.list.queryOptions(listPage(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      {({ items, nextCursor }) =>
        items.length === 0 && pages.first ? (
          <NoKeys narrowed={list.narrowed} />
        ) : (
          <>
            <DataTable
              label="Access keys"
              columns={accessKeyColumns}
              rows={items.map((key) => ({ ...key, workspaceId }))}
              keyOf={({ access_key_id }) => access_key_id}
            />
            <Pager pages={pages} nextCursor={nextCursor} />
          </>
        )
      }
    </Loaded>
  );
}

function NoKeys({ narrowed }: { narrowed: boolean }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const icon = <TicketCheck className="size-5" aria-hidden />;
  if (narrowed) {
    return (
      <Panel icon={icon} title="No access key matches">
        <p>Search for another part of the name.</p>
        <div className="mt-5">
          <ButtonLink href={`/workspaces/${workspaceId}/access-keys`}>Show all access keys</ButtonLink>
        </div>
      </Panel>
    );
  }
  return (
    <Panel icon={icon} title="No access keys yet">
      <p>S3 clients such as rclone and the AWS CLI sign in with an access key. Give each program its own, for the buckets that it needs.</p>
      <div className="mt-5">
        <ButtonLink href={`/workspaces/${workspaceId}/access-keys/new`} look="primary" refusal={roleRefusal("object-storage.write")}>
          Create an access key
        </ButtonLink>
      </div>
    </Panel>
  );
}
