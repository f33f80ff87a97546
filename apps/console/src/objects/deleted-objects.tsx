"use client";

import type { ObjectVersion } from "@fulmar/contract";
import dynamic from "next/dynamic";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { Button } from "@/components/button.tsx";
import { DateTime } from "@/components/date-time.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVersionActions } from "./version-actions.ts";
import { useVersionPages } from "./version-pages.ts";

const PAGE_SIZE = 50;
const Question = dynamic(async () => (await import("@/components/dialog.tsx")).Question, { ssr: false });

/** The objects of a folder that were deleted while the bucket had versions. Each can be brought back. */
export function DeletedObjects({ open, onClose, prefix }: DialogState & { prefix: string }) {
  const query = useVersionPages({ deleted: true, limit: PAGE_SIZE, ...(prefix !== "" && { prefix }) });
  return (
    <Question
      open={open}
      onClose={onClose}
      title="Deleted objects"
      lead={`Objects ${prefix === "" ? "of the bucket" : `under ${prefix}`} whose newest version is a delete marker.`}
      wide
    >
      <div className="mt-4 space-y-3">
        {query.status === "error" && <ProblemNotice problem={problemOf(query.error)} />}
        {query.status === "pending" && <BlockSkeleton />}
        {query.status === "success" && <Markers markers={query.data.pages.flatMap(({ items }) => items)} />}
        <div className="flex justify-end gap-2">
          {query.hasNextPage && (
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Question>
  );
}

function Markers({ markers }: { markers: readonly ObjectVersion[] }) {
  if (markers.length === 0) return <p role="status">No object was deleted here.</p>;
  return (
    <ul
      aria-label="Deleted objects"
      className="max-h-96 divide-y divide-line overflow-y-auto rounded-lg border border-line"
    >
      {markers.map((marker) => (
        <DeletedLine key={`${marker.version_id} ${marker.key}`} marker={marker} />
      ))}
    </ul>
  );
}

function DeletedLine({ marker }: { marker: ObjectVersion }) {
  const { roleRefusal } = useWorkspace();
  const { undelete } = useVersionActions();
  const [busy, setBusy] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div className="mr-auto min-w-0">
        <p className="[overflow-wrap:anywhere]">{marker.key}</p>
        <p className="text-ink-muted text-xs">
          deleted <DateTime iso={marker.last_modified} />
        </p>
      </div>
      <Button
        busy={busy}
        refusal={roleRefusal("object-storage.delete")}
        onClick={() => {
          setBusy(true);
          void undelete(marker).finally(() => setBusy(false));
        }}
      >
        Bring back
      </Button>
    </li>
  );
}
