"use client";

import { Dialog } from "@base-ui/react/dialog";
import type { StoredObject } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Download, Link2, Trash2, X } from "lucide-react";
import { useState } from "react";
import { formatBytes } from "@/client/format.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteObjects } from "./delete-objects.tsx";
import { ObjectAttributes } from "./object-attributes.tsx";
import { lastName, retainedUntil, retentionRefusal } from "./object-names.ts";
import { bucketInput, oneObjectInput } from "./object-queries.ts";
import { ObjectVersions } from "./object-versions.tsx";
import { previewKindOf } from "./preview-kind.ts";
import { useDownload } from "./use-download.ts";
import { useBucketPlace } from "./use-objects-address.ts";

const ShareLinks = onDemand(async () => (await import("./share-links.tsx")).ShareLinks);

/** One object beside its list: its details, a preview and its actions. */
export function ObjectPanel({ objectKey, onClose }: { objectKey: string; onClose: () => void }) {
  const place = useBucketPlace();
  const trpc = useTRPC();
  const query = useQuery(trpc.object.list.queryOptions(oneObjectInput(place, objectKey)));
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={(stays) => !stays && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop
          className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0
            data-starting-style:opacity-0"
        />
        <Dialog.Popup
          className="fixed inset-y-0 right-0 z-40 flex w-[min(30rem,100vw)] flex-col overflow-y-auto border-line
            border-l bg-raised p-5 shadow-raised outline-none transition-transform duration-200
            data-ending-style:translate-x-full data-starting-style:translate-x-full"
        >
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
                <p role="status">The object no longer exists.</p>
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
      <ObjectAttributes objectKey={object.key} />
      <ObjectVersions objectKey={object.key} />
      <ObjectPreview object={object} />
    </div>
  );
}

/** The details of an object. */
export function ObjectFacts({ object }: { object: StoredObject }) {
  const { key, size, content_type, etag, last_modified, retained_until } = object;
  const facts = [
    ["Key", <Copyable key="key" text={key} label="key" />],
    [
      "Size",
      size !== null && (size < 1000 ? formatBytes(size) : `${formatBytes(size)} (${size.toLocaleString("en")} bytes)`),
    ],
    ["Type", content_type ?? "not given"],
    ["ETag", etag !== null && <Copyable key="etag" text={etag} label="ETag" />],
    ["Modified", last_modified !== null && <DateTime key="modified" iso={last_modified} />],
    [
      "Retention",
      retained_until !== null && retainedUntil(object) !== null ? (
        <Until key="retained" iso={retained_until} />
      ) : (
        "none"
      ),
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-2.5">
      {facts.map(([term, value]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-muted">{term}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Until({ iso }: { iso: string }) {
  return (
    <>
      until <DateTime iso={iso} />
    </>
  );
}

/** Long enough to load. */
const EXPIRES_IN_S = 300;

/** A preview of a small image or text. Text is shown as text and images as images, so no code in them runs. */
export function ObjectPreview({ object }: { object: StoredObject }) {
  const kind = previewKindOf(object);
  if (kind === null) return null;
  return (
    <section aria-label="Preview" className="min-w-0">
      <h3 className="mb-2 font-medium">Preview</h3>
      <Preview key={object.etag} object={object} kind={kind} />
    </section>
  );
}

function Preview({ object, kind }: { object: StoredObject; kind: "image" | "text" }) {
  const client = useTRPCClient();
  const place = useBucketPlace();
  const [broken, setBroken] = useState(false);
  const query = useQuery({
    queryKey: ["object-preview", place, object.key, object.etag],
    queryFn: async ({ signal }) => {
      const { url } = await client.object.createDownloadUrl.mutate({
        ...bucketInput(place),
        object_key: object.key,
        expires_in: EXPIRES_IN_S,
      });
      if (kind === "image") return url;
      const answer = await fetch(url, { signal });
      if (!answer.ok) throw new Error(`the object store answered ${answer.status}`);
      return answer.text();
    },
    retry: false,
    staleTime: EXPIRES_IN_S * 1000,
    gcTime: 0,
  });
  if (broken || query.error !== null)
    return <p className="text-ink-muted">It could not be shown; download it to look at it.</p>;
  if (query.data === undefined) return <BlockSkeleton />;
  if (kind === "text") {
    return (
      // It scrolls, so it must be reachable by keyboard.
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg border border-line bg-canvas px-3.5 py-3 font-mono text-[13px]"
      >
        {query.data}
      </pre>
    );
  }
  return (
    <div className="grid place-items-center rounded-lg border border-line bg-canvas p-4">
      {/* biome-ignore lint/performance/noImgElement: the image is loaded directly from the object store, without optimization */}
      <img
        src={query.data}
        alt={lastName(object.key)}
        onError={() => setBroken(true)}
        className="max-h-96 max-w-full object-contain"
      />
    </div>
  );
}
