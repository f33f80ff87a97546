"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Globe, KeyRound, Plus } from "lucide-react";
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
import { DISTRIBUTION_COLUMN_TITLES, distributionColumns } from "./distribution-columns.tsx";
import { DISTRIBUTION_LIST } from "./distribution-list-query.ts";

const DISTRIBUTIONS: ListedKind = {
  one: "distribution",
  many: "distributions",
  icon: Globe,
  purpose:
    "A distribution serves a bucket, or an origin of your own, under a domain, with a certificate, and keeps what is asked for often.",
  next: { page: "cdn/new", words: "Create a distribution" },
  hint: "Search for another part of the name, or choose another status.",
};

export function DistributionListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <>
      <PageHeader title="CDN" lead="Buckets and origins of your own, served close to whoever asks.">
        <ButtonLink href={`/workspaces/${workspaceId}/cdn/signing-keys`}>
          <KeyRound className="size-4" aria-hidden />
          Signing keys
        </ButtonLink>
        <ButtonLink href={`/workspaces/${workspaceId}/cdn/new`} look="primary" refusal={roleRefusal("cdn.write")}>
          <Plus className="size-4" aria-hidden />
          New distribution
        </ButtonLink>
      </PageHeader>
      <DistributionTable />
    </>
  );
}

function DistributionTable() {
  const columns = useHiddenColumns("cdn");
  const list = useListChoice(DISTRIBUTION_LIST);
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.cdnDistribution.list.queryOptions(listPage(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.items.some(({ status }) => status === "deploying") ?? false),
  });
  return (
    <ResourceList
      kind={DISTRIBUTIONS}
      list={list}
      query={query}
      pages={pages}
      refusal={roleRefusal("cdn.write")}
      toolbar={
        <ListToolbar
          search={list.choice.search ?? ""}
          filters={[
            {
              name: "status",
              label: "Status",
              value: list.choice.status ?? "",
              options: DISTRIBUTION_LIST.filters.status.map((status) => [status, status]),
            },
          ]}
          onChoose={list.choose}
        >
          <ColumnChoice columns={DISTRIBUTION_COLUMN_TITLES} hidden={columns.hidden} onShow={columns.show} />
        </ListToolbar>
      }
    >
      {(items) => (
        <DataTable
          label="Distributions"
          columns={distributionColumns}
          rows={items.map((distribution) => ({ ...distribution, workspaceId }))}
          keyOf={({ id }) => id}
          hidden={columns.hidden}
        />
      )}
    </ResourceList>
  );
}
