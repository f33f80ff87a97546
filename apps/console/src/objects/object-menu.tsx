"use client";

import type { StoredObject } from "@fulmar/contract";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { ActionMenu } from "@/components/action-menu.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { nameWithin } from "./object-names.ts";
import { retentionRefusal } from "./stored-object.ts";
import { useDownload } from "./use-download.ts";
import { useObjectsAddress } from "./use-objects-address.ts";

/** Each comes when it is asked for. */
const ShareLinks = onDemand(async () => (await import("./share-links.tsx")).ShareLinks);
const DeleteObjects = onDemand(async () => (await import("./delete-objects.tsx")).DeleteObjects);

/** What can be done with one row of the list. */
export function ObjectMenu({ entry }: { entry: StoredObject }) {
  const { roleRefusal } = useWorkspace();
  const { address } = useObjectsAddress();
  const download = useDownload();
  const [asked, setAsked] = useState<{ readonly question: "share" | "delete"; readonly times: number } | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (question: "share" | "delete") => {
    // Each time anew, so that nothing refused before is in the dialog.
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
