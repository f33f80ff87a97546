"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useBucket } from "@/buckets/bucket-frame.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { ColumnChoice, ListToolbar, useHiddenColumns } from "@/components/list-toolbar.tsx";
import { FolderCrumbs } from "./folder-crumbs.tsx";
import { OBJECT_COLUMN_TITLES, RETENTION } from "./object-columns.tsx";
import { objectListInput } from "./object-queries.ts";
import { ObjectTable } from "./object-table.tsx";
import { UploadButton } from "./upload-button.tsx";
import { useBucketPlace, useObjectsAddress } from "./use-objects-address.ts";

/** Comes when the facts of an object are looked at. */
const ObjectPanel = onDemand(async () => (await import("./object-panel.tsx")).ObjectPanel);

/** The objects of a bucket, folder by folder. */
export function ObjectsPage() {
  const { address, replace } = useObjectsAddress();
  const { bucket_lock_enabled } = useBucket();
  const columns = useHiddenColumns("objects");
  // Without object lock nothing is ever retained.
  const hidden = useMemo(
    () => (bucket_lock_enabled ? columns.hidden : new Set([...columns.hidden, RETENTION])),
    [bucket_lock_enabled, columns.hidden],
  );
  const titles = bucket_lock_enabled ? OBJECT_COLUMN_TITLES : OBJECT_COLUMN_TITLES.filter(([id]) => id !== RETENTION);
  const { prefix, search, object } = address;
  // The table is made anew for each folder; a search goes on in it, and the toolbar stays for whoever is typing.
  const listed = useQuery(useTRPC().object.list.queryOptions(objectListInput(useBucketPlace(), address)));
  const bare = search === "" && listed.data?.items.length === 0;
  return (
    <>
      <FolderCrumbs prefix={prefix} />
      {!bare && (
        <ListToolbar
          search={search}
          searchLabel="Name begins with"
          onChoose={({ search: text = "" }) => replace({ search: text })}
        >
          <ColumnChoice columns={titles} hidden={hidden} onShow={columns.show} />
          <UploadButton prefix={prefix} />
        </ListToolbar>
      )}
      <ObjectTable key={prefix} hidden={hidden} />
      {object !== null && <ObjectPanel objectKey={object} onClose={() => replace({ object: null })} />}
    </>
  );
}
