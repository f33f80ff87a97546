"use client";

import type { StoredObject } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { usePages } from "@/client/use-list.ts";
import { DataTable, type TableSelection } from "@/components/data-table.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { DropZone } from "./drop-zone.tsx";
import { NoObjects } from "./no-objects.tsx";
import { objectColumns } from "./object-columns.tsx";
import { nameWithin } from "./object-names.ts";
import { objectListInput } from "./object-queries.ts";
import { useBucketPlace, useObjectsAddress } from "./use-objects-address.ts";

const NONE: ReadonlySet<string> = new Set();

/** One folder, page by page; files dropped on it are uploaded into it. */
export function ObjectTable({ hidden }: { hidden: ReadonlySet<string> }) {
  const place = useBucketPlace();
  const { address } = useObjectsAddress();
  const trpc = useTRPC();
  const pages = usePages(address.search);
  const [chosen, setChosen] = useState(NONE);
  const query = useQuery({
    ...trpc.object.list.queryOptions(objectListInput(place, address, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  const selection: TableSelection<StoredObject> = {
    chosen,
    onChoose: setChosen,
    nameOf: ({ key }) => nameWithin(key, address.prefix),
  };
  return (
    <DropZone prefix={address.prefix}>
      <PagedRows query={query} pages={pages} empty={<NoObjects />}>
        {(items) => (
          <>
            <BulkActions marked={items.filter(({ key }) => chosen.has(key))} onClear={() => setChosen(NONE)} />
            <DataTable
              label="Objects"
              columns={objectColumns}
              rows={items}
              keyOf={({ key }) => key}
              hidden={hidden}
              selection={selection}
            />
          </>
        )}
      </PagedRows>
    </DropZone>
  );
}
