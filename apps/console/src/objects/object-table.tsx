"use client";

import type { StoredObject } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FolderOpen, Link2, Trash2, Upload } from "lucide-react";
import Link from "next/link";
import { type DragEvent, type ReactNode, useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { usePages } from "@/client/use-list.ts";
import { Button } from "@/components/button.tsx";
import { DataTable, type TableSelection } from "@/components/data-table.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { BulkBar } from "@/components/list-toolbar.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { droppedFiles } from "./chosen-files.ts";
import { objectColumns } from "./object-columns.tsx";
import { foldersFirst, nameWithin, retainedUntil } from "./object-names.ts";
import { objectListInput } from "./object-queries.ts";
import { UploadButton } from "./upload-button.tsx";
import type { UploadPlan } from "./upload-dialog.tsx";
import { useBucketPlace, useObjectsAddress } from "./use-objects-address.ts";
import { useUpload } from "./use-upload.ts";

const NONE: ReadonlySet<string> = new Set();

/**
 * One folder, page by page. It is not declared by `listIn`, because its folder, search and open object share an address
 * that a list cannot read, and its toolbar stays when another folder opens. Files that are dropped on it are uploaded
 * into it.
 */
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
              rows={foldersFirst(items)}
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

const ShareLinks = onDemand(async () => (await import("./share-links.tsx")).ShareLinks);
const DeleteObjects = onDemand(async () => (await import("./delete-objects.tsx")).DeleteObjects);

/** The actions on all marked rows. */
function BulkActions({ marked, onClear }: { marked: readonly StoredObject[]; onClear: () => void }) {
  const { roleRefusal } = useWorkspace();
  const keys = marked.filter(({ kind }) => kind === "object").map(({ key }) => key);
  const noObject = keys.length === 0 ? "A folder has no address of its own; select objects." : null;
  const allRetained = marked.every((entry) => retainedUntil(entry) !== null)
    ? "The selected objects are retained; they can be deleted after that."
    : null;
  return (
    <BulkBar count={marked.length} onClear={onClear}>
      <DialogButton refusal={noObject} dialog={(state) => <ShareLinks {...state} keys={keys} />}>
        <Link2 className="size-4" aria-hidden />
        Download links
      </DialogButton>
      <DialogButton
        look="remove"
        refusal={roleRefusal("object-storage.delete") ?? allRetained}
        dialog={(state) => <DeleteObjects {...state} entries={marked} onDeleted={onClear} />}
      >
        <Trash2 className="size-4" aria-hidden />
        Delete
      </DialogButton>
    </BulkBar>
  );
}

/** Loaded when an upload would replace an object. */
const UploadDialog = onDemand(async () => (await import("./upload-dialog.tsx")).UploadDialog);

/**
 * Uploads files and folders that are dropped on the list, as the button does. It asks only if an object would be
 * replaced.
 */
function DropZone({ prefix, children }: { prefix: string; children: ReactNode }) {
  const { roleRefusal } = useWorkspace();
  const { existingKeys, start } = useUpload();
  const [over, setOver] = useState(false);
  const [asked, setAsked] = useState<UploadPlan | null>(null);
  const [open, setOpen] = useState(false);
  const refusal = roleRefusal("object-storage.write");

  const take = async (items: DataTransferItemList) => {
    try {
      const files = await droppedFiles(items);
      if (files.length === 0) return;
      const existing = await existingKeys(files, prefix);
      if (existing.size === 0) return start(files, prefix, existing);
      setAsked({ prefix, files, existing });
      setOpen(true);
    } catch (error) {
      if (error instanceof DOMException)
        notify.failed("Not uploaded", "The browser could not read what was dropped; use the button instead.");
      else notify.failed("Not uploaded", problemOf(error).detail);
    }
  };
  const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the upload button
    <div
      className="relative"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        const into = event.relatedTarget;
        if (!(into instanceof Node && event.currentTarget.contains(into))) setOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        // Without this, the browser would leave the page to open the file.
        event.preventDefault();
        setOver(false);
        if (refusal === null) void take(event.dataTransfer.items);
        else notify.failed("Not possible now", refusal);
      }}
    >
      {children}
      {over && (
        <div
          className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-lg border-2
            border-accent border-dashed bg-accent-soft/90"
        >
          <p className="flex items-center gap-2 px-4 font-medium text-accent">
            <Upload className="size-4" aria-hidden />
            {refusal ?? `Drop to upload into ${prefix === "" ? "the top of the bucket" : prefix}`}
          </p>
        </div>
      )}
      {asked && <UploadDialog key={keyOf(asked)} open={open} onClose={() => setOpen(false)} begin={asked} />}
    </div>
  );
}

/** Each drop opens a new dialog. */
function keyOf({ prefix, files }: UploadPlan): string {
  return JSON.stringify([prefix, files.map(({ path }) => path)]);
}

/** Shown for a list without rows: why it is empty, and the next step. */
function NoObjects() {
  const { workspaceId, bucketName } = useBucketPlace();
  const { address, replace } = useObjectsAddress();
  const icon = <FolderOpen className="size-5" aria-hidden />;
  if (address.search !== "") {
    return (
      <Panel icon={icon} title="No name begins with that">
        <p>The search matches the beginnings of names in this folder, case-sensitively.</p>
        <div className="mt-5">
          <Button onClick={() => replace({ search: "" })}>Show the whole folder</Button>
        </div>
      </Panel>
    );
  }
  return (
    <Panel icon={icon} title={address.prefix === "" ? "No objects yet" : "Nothing in this folder"}>
      <p>
        Drop files or folders here, or choose them.{" "}
        {address.prefix === "" ? (
          <>
            Programs write with an S3 client:{" "}
            <Link
              href={`/workspaces/${workspaceId}/buckets/${bucketName}`}
              className="rounded text-ink underline underline-offset-2"
            >
              its configuration
            </Link>{" "}
            is on the overview.
          </>
        ) : (
          "A folder exists as long as an object is in it."
        )}
      </p>
      <div className="mt-5">
        <UploadButton prefix={address.prefix} />
      </div>
    </Panel>
  );
}
