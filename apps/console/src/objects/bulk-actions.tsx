"use client";

import type { StoredObject } from "@fulmar/contract";
import { Link2, Trash2 } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { BulkBar } from "@/components/list-toolbar.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { retainedUntil } from "./stored-object.ts";

/** Each comes when it is asked for. */
const ShareLinks = onDemand(async () => (await import("./share-links.tsx")).ShareLinks);
const DeleteObjects = onDemand(async () => (await import("./delete-objects.tsx")).DeleteObjects);

/** What can be done with all rows that are marked. */
export function BulkActions({ marked, onClear }: { marked: readonly StoredObject[]; onClear: () => void }) {
  const { roleRefusal } = useWorkspace();
  const keys = marked.filter(({ kind }) => kind === "object").map(({ key }) => key);
  const noObject = keys.length === 0 ? "A folder has no address of its own; select objects." : null;
  const allRetained = marked.every((entry) => retainedUntil(entry) !== null)
    ? "What is selected is retained; it can be deleted after that."
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
