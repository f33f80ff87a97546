"use client";

import { ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { AddressLink } from "./address-link.tsx";
import { objectsHref } from "./object-address.ts";
import { foldersOf } from "./object-names.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/**
 * The folders from the top of the bucket to the one that is open; nothing at the top, whose name is the page's title.
 */
export function FolderCrumbs({ prefix }: { prefix: string }) {
  const place = useBucketPlace();
  const here = useRef<HTMLSpanElement>(null);
  const shown = useRef(prefix);
  useEffect(() => {
    if (shown.current === prefix) return;
    shown.current = prefix;
    // What led to the folder is gone, and the focus with it: it goes on from the folder's name, which is read out.
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
                className="rounded text-ink-muted [overflow-wrap:anywhere] hover:text-ink hover:underline hover:underline-offset-2"
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
