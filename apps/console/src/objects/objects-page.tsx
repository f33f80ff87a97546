"use client";

import dynamic from "next/dynamic";
import { ColumnChoice, useHiddenColumns } from "@/components/column-choice.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { FolderCrumbs } from "./folder-crumbs.tsx";
import { OBJECT_COLUMN_TITLES } from "./object-columns.tsx";
import { ObjectTable } from "./object-table.tsx";
import { UploadButton } from "./upload-button.tsx";
import { useObjectsAddress } from "./use-objects-address.ts";

/** Comes when the facts of an object are looked at. */
const ObjectPanel = dynamic(async () => (await import("./object-panel.tsx")).ObjectPanel, { ssr: false });

/** The objects of a bucket, folder by folder. */
export function ObjectsPage() {
  const { address, replace } = useObjectsAddress();
  const columns = useHiddenColumns("objects");
  const { prefix, search, object } = address;
  return (
    <>
      <FolderCrumbs prefix={prefix} />
      <ListToolbar key={prefix} search={search} searchLabel="Search names that begin with" onChoose={({ search: text = "" }) => replace({ search: text })}>
        <ColumnChoice columns={OBJECT_COLUMN_TITLES} hidden={columns.hidden} onShow={columns.show} />
        <UploadButton prefix={prefix} />
      </ListToolbar>
      <ObjectTable key={`${prefix}${search}`} hidden={columns.hidden} />
      {object !== null && <ObjectPanel objectKey={object} onClose={() => replace({ object: null })} />}
    </>
  );
}
