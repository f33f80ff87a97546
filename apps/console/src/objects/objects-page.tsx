"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useBucket } from "@/buckets/bucket-frame.tsx";
import { useVersioning } from "@/buckets/bucket-versioning.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DialogButton } from "@/components/dialog-button.tsx";
import { ColumnChoice, ListToolbar, useHiddenColumns } from "@/components/list-toolbar.tsx";
import { AddressLink } from "./address-link.tsx";
import { objectsHref } from "./object-address.ts";
import { OBJECT_COLUMN_TITLES, RETENTION } from "./object-columns.tsx";
import { foldersOf } from "./object-names.ts";
import { objectListInput } from "./object-queries.ts";
import { ObjectTable } from "./object-table.tsx";
import { UploadButton } from "./upload-button.tsx";
import { useBucketPlace, useObjectsAddress } from "./use-objects-address.ts";

const DeletedObjects = onDemand(async () => (await import("./deleted-objects.tsx")).DeletedObjects);
const ObjectPanel = onDemand(async () => (await import("./object-panel.tsx")).ObjectPanel);

/** The objects of a bucket, by folder. */
export function ObjectsPage() {
  const { address, replace } = useObjectsAddress();
  const { bucket_lock_enabled } = useBucket();
  const columns = useHiddenColumns("objects");
  // Without object lock, objects have no retention.
  const hidden = useMemo(
    () => (bucket_lock_enabled ? columns.hidden : new Set([...columns.hidden, RETENTION])),
    [bucket_lock_enabled, columns.hidden],
  );
  const titles = bucket_lock_enabled ? OBJECT_COLUMN_TITLES : OBJECT_COLUMN_TITLES.filter(([id]) => id !== RETENTION);
  const { prefix, search, object } = address;
  const place = useBucketPlace();
  // Each folder mounts a new table. A search keeps the table, and the toolbar stays so that typing continues.
  const listed = useQuery(useTRPC().object.list.queryOptions(objectListInput(place, address)));
  const versioning = useVersioning(place.bucketName);
  const hasVersions = versioning.data !== undefined && versioning.data.status !== "off";
  const bare = search === "" && listed.data?.items.length === 0 && !hasVersions;
  return (
    <>
      <FolderCrumbs prefix={prefix} />
      {!bare && (
        <ListToolbar
          search={search}
          searchLabel="Name begins with"
          onChoose={({ search: text = "" }) => replace({ search: text })}
        >
          <span className="ml-auto">
            <ColumnChoice columns={titles} hidden={hidden} onShow={columns.show} />
          </span>
          {hasVersions && (
            <DialogButton dialog={(state) => <DeletedObjects {...state} prefix={prefix} />}>
              Deleted objects
            </DialogButton>
          )}
          <UploadButton prefix={prefix} />
        </ListToolbar>
      )}
      <ObjectTable key={prefix} hidden={hidden} />
      {object !== null && <ObjectPanel objectKey={object} onClose={() => replace({ object: null })} />}
    </>
  );
}

/** The breadcrumb of the open folder. Empty at the top of the bucket, where the title names the bucket. */
function FolderCrumbs({ prefix }: { prefix: string }) {
  const place = useBucketPlace();
  const here = useRef<HTMLSpanElement>(null);
  const shown = useRef(prefix);
  useEffect(() => {
    if (shown.current === prefix) return;
    shown.current = prefix;
    // The clicked link is gone and so is the focus. It moves to the folder's name, which screen readers announce.
    const beginning = here.current ?? document.getElementById("content");
    if (document.activeElement === document.body) beginning?.focus({ preventScroll: true });
  }, [prefix]);
  if (prefix === "") return null;
  const folders = [{ name: place.bucketName, prefix: "" }, ...foldersOf(prefix)];
  return (
    <nav aria-label="Folders" className="mb-4">
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-1">
        {folders.map((folder, index) => (
          <li key={folder.prefix} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight className="size-3.5 shrink-0 text-ink-subtle" aria-hidden />}
            {folder.prefix === prefix ? (
              <span
                ref={here}
                tabIndex={-1}
                aria-current="location"
                className="rounded font-medium [overflow-wrap:anywhere]"
              >
                {folder.name}
              </span>
            ) : (
              <AddressLink
                href={objectsHref(place, { prefix: folder.prefix })}
                className="rounded text-ink-muted [overflow-wrap:anywhere] hover:text-ink hover:underline
                  hover:underline-offset-2"
              >
                {folder.name}
              </AddressLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
