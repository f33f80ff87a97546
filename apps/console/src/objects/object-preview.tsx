"use client";

import type { StoredObject } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPCClient } from "@/client/trpc.ts";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { lastName } from "./object-names.ts";
import { bucketInput } from "./object-queries.ts";
import { previewKindOf } from "./preview-kind.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/** Long enough to be loaded. */
const EXPIRES_IN_S = 300;

/**
 * How an object looks, where it is small and an image or text. Text is shown as text, and images as images: nothing in
 * them runs.
 */
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
      // It scrolls by itself, so the keyboard must reach it.
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
      {/* biome-ignore lint/performance/noImgElement: it is not ours to make smaller, and comes straight from the object store */}
      <img
        src={query.data}
        alt={lastName(object.key)}
        onError={() => setBroken(true)}
        className="max-h-96 max-w-full object-contain"
      />
    </div>
  );
}
