"use client";

import type { StoredObject } from "@fulmar/contract";
import { File, FileText, Folder, Image } from "lucide-react";
import { useState } from "react";
import { formatBytes } from "@/client/format.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { ActionMenu } from "@/components/action-menu.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { AddressLink } from "./address-link.tsx";
import { objectsHref } from "./object-address.ts";
import { nameWithin, retainedUntil, retentionRefusal } from "./object-names.ts";
import { useDownload } from "./use-download.ts";
import { useBucketPlace, useObjectsAddress } from "./use-objects-address.ts";

/** A column for buckets with object lock. */
export const RETENTION = "retention";

const column = columnsOf<StoredObject>();

export const objectColumns = [
  column("name", "Name", (entry) => <Name entry={entry} />),
  column(
    "size",
    "Size",
    (entry) => entry.size !== null && <span className="whitespace-nowrap tabular-nums">{formatBytes(entry.size)}</span>,
  ),
  column("type", "Type", (entry) =>
    entry.kind === "prefix" ? (
      <span className="text-ink-muted">folder</span>
    ) : (
      <span className="inline-block max-w-56 truncate align-middle" title={entry.content_type ?? undefined}>
        {entry.content_type}
      </span>
    ),
  ),
  column("modified", "Modified", (entry) => entry.last_modified !== null && <DateTime iso={entry.last_modified} />),
  column(
    RETENTION,
    "Retained until",
    (entry) =>
      entry.retained_until !== null && retainedUntil(entry) !== null && <DateTime iso={entry.retained_until} />,
  ),
  column("actions", hiddenTitle("Actions"), (entry) => <ObjectMenu entry={entry} />),
];

/** The columns that can be hidden. */
export const OBJECT_COLUMN_TITLES = [
  ["size", "Size"],
  ["type", "Type"],
  ["modified", "Modified"],
  [RETENTION, "Retained until"],
] as const;

/** Opens a folder, or shows an object's details. */
function Name({ entry }: { entry: StoredObject }) {
  const place = useBucketPlace();
  const { address } = useObjectsAddress();
  const folder = entry.kind === "prefix";
  const Icon = folder ? Folder : iconOf(entry.content_type);
  return (
    <AddressLink
      href={objectsHref(place, folder ? { prefix: entry.key } : { ...address, object: entry.key })}
      className="my-2 inline-flex min-w-48 items-start gap-2.5 rounded align-middle font-medium hover:underline
        hover:underline-offset-2"
    >
      <Icon className={`mt-0.5 size-4 shrink-0 ${folder ? "text-accent" : "text-ink-subtle"}`} aria-hidden />
      <span className="[overflow-wrap:anywhere]">{nameWithin(entry.key, address.prefix)}</span>
    </AddressLink>
  );
}

function iconOf(contentType: string | null) {
  if (contentType?.startsWith("image/")) return Image;
  return contentType?.startsWith("text/") ? FileText : File;
}

const ShareLinks = onDemand(async () => (await import("./share-links.tsx")).ShareLinks);
const DeleteObjects = onDemand(async () => (await import("./delete-objects.tsx")).DeleteObjects);

/** The actions on one row of the list. */
function ObjectMenu({ entry }: { entry: StoredObject }) {
  const { roleRefusal } = useWorkspace();
  const { address } = useObjectsAddress();
  const download = useDownload();
  const [asked, setAsked] = useState<{ readonly question: "share" | "delete"; readonly times: number } | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (question: "share" | "delete") => {
    // A new dialog each time, so that no state of the previous one remains.
    setAsked({ question, times: (asked?.times ?? 0) + 1 });
    setOpen(true);
  };
  const state = { open, onClose: () => setOpen(false) };
  const remove = {
    label: "Delete",
    refusal: roleRefusal("object-storage.delete") ?? retentionRefusal(entry),
    onSelect: () => ask("delete"),
    remove: true,
  } as const;
  const actions =
    entry.kind === "prefix"
      ? [remove]
      : [
          { label: "Download", refusal: null, onSelect: () => download(entry.key) },
          { label: "Share link", refusal: null, onSelect: () => ask("share") },
          remove,
        ];
  return (
    <div className="flex justify-end">
      <ActionMenu label={`Actions for ${nameWithin(entry.key, address.prefix)}`} actions={actions} />
      {asked?.question === "share" && <ShareLinks key={asked.times} {...state} keys={[entry.key]} />}
      {asked?.question === "delete" && <DeleteObjects key={asked.times} {...state} entries={[entry]} />}
    </div>
  );
}
