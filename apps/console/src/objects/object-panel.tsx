"use client";

import { Dialog } from "@base-ui/react/dialog";
import type { StoredObject } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Download, Link2, Trash2, X } from "lucide-react";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteObjects } from "./delete-objects.tsx";
import { ObjectFacts } from "./object-facts.tsx";
import { lastName } from "./object-names.ts";
import { ObjectPreview } from "./object-preview.tsx";
import { oneObjectInput } from "./object-queries.ts";
import { retentionRefusal } from "./stored-object.ts";
import { useDownload } from "./use-download.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/** Comes when somebody shares. */
const ShareLinks = onDemand(async () => (await import("./share-links.tsx")).ShareLinks);

/** One object beside its list: what it is, how it looks, and what can be done with it. */
export function ObjectPanel({ objectKey, onClose }: { objectKey: string; onClose: () => void }) {
  const place = useBucketPlace();
  const trpc = useTRPC();
  const query = useQuery(trpc.object.list.queryOptions(oneObjectInput(place, objectKey)));
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={(stays) => !stays && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-40 flex w-[min(30rem,100vw)] flex-col overflow-y-auto border-line border-l bg-raised p-5 shadow-raised outline-none transition-transform duration-200 data-ending-style:translate-x-full data-starting-style:translate-x-full">
          <div className="mb-4 flex items-start gap-3">
            <Dialog.Title className="mr-auto font-semibold text-base [overflow-wrap:anywhere]">
              {lastName(objectKey)}
            </Dialog.Title>
            <Dialog.Close aria-label="Close" className="-m-1 rounded p-1 text-ink-muted hover:bg-hover">
              <X className="size-5" aria-hidden />
            </Dialog.Close>
          </div>
          <Loaded query={query} skeleton={<BlockSkeleton />}>
            {({ items: [first] }) =>
              first?.key === objectKey ? (
                <Content object={first} onClose={close} />
              ) : (
                <p role="status">There is no such object any more.</p>
              )
            }
          </Loaded>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({ object, onClose }: { object: StoredObject; onClose: () => void }) {
  const { roleRefusal } = useWorkspace();
  const download = useDownload();
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => download(object.key)}>
          <Download className="size-4" aria-hidden />
          Download
        </Button>
        <DialogButton dialog={(state) => <ShareLinks {...state} keys={[object.key]} />}>
          <Link2 className="size-4" aria-hidden />
          Share link
        </DialogButton>
        <DialogButton
          look="remove"
          refusal={roleRefusal("object-storage.delete") ?? retentionRefusal(object)}
          dialog={(state) => <DeleteObjects {...state} entries={[object]} onDeleted={onClose} />}
        >
          <Trash2 className="size-4" aria-hidden />
          Delete
        </DialogButton>
      </div>
      <ObjectFacts object={object} />
      <ObjectPreview object={object} />
    </div>
  );
}
