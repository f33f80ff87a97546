"use client";

import type { StoredObject } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { KeptObjects } from "./kept-objects.tsx";
import { lastName } from "./object-names.ts";
import { removeObjects } from "./remove-objects.ts";
import { retainedUntil, retentionRefusal } from "./stored-object.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/**
 * Asks before objects and folders are deleted. Of a folder nobody sees here what is in it, so its question has to be
 * typed. What is retained stays, and is named.
 * @param onDeleted called once they are gone, but for what stays
 */
export function DeleteObjects({
  open,
  onClose,
  entries,
  onDeleted,
}: DialogState & { entries: readonly StoredObject[]; onDeleted?: () => void }) {
  const place = useBucketPlace();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [gone, setGone] = useState(0);
  const retained = entries.filter((entry) => retainedUntil(entry) !== null);
  const chosen = entries.filter((entry) => retainedUntil(entry) === null);
  const folders = chosen.filter(({ kind }) => kind === "prefix").length;
  const what = inWords(folders, chosen.length - folders);
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const remove = useMutation({
    mutationFn: () => removeObjects(client, place, chosen, setGone),
    onSuccess: (kept) => {
      // What stays is told first.
      if (kept.length > 0) return;
      notify.done(`Deleted ${only === undefined ? what : lastName(only.key)}`);
      end();
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.object.pathFilter()),
        queryClient.invalidateQueries(trpc.bucket.pathFilter()),
      ]),
  });
  const end = () => {
    onClose();
    onDeleted?.();
  };
  const kept = remove.data ?? [];
  if (kept.length > 0) return <KeptObjects open={open} onClose={end} deleted={gone} kept={kept} />;
  const problem = remove.error === null ? null : problemOf(remove.error);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Delete ${only === undefined ? what : lastName(only.key)}?`}
      lead={
        folders > 0
          ? "Everything in a folder goes with it, however deep. This cannot be undone."
          : "Links to it stop working. This cannot be undone."
      }
      action={`Delete ${what}`}
      {...(folders > 0 && { typeName: what })}
      busy={remove.isPending}
      error={null}
      onConfirm={() => remove.mutate()}
    >
      {problem && <ProblemNotice problem={problem} />}
      {remove.isPending && folders > 0 && <p role="status">{gone.toLocaleString("en")} deleted so far</p>}
      {chosen.length > 1 && <Keys label="To be deleted" entries={chosen} />}
      {retained.length > 0 && (
        <div>
          <p className="font-medium">Left out, because they are retained</p>
          <Keys label="Retained" entries={retained} />
        </div>
      )}
    </Confirm>
  );
}

function Keys({ label, entries }: { label: string; entries: readonly StoredObject[] }) {
  return (
    <ul aria-label={label} className="max-h-40 list-disc overflow-y-auto pl-5">
      {entries.map((entry) => (
        <li key={entry.key} className="[overflow-wrap:anywhere]">
          {entry.key} <span className="text-ink-muted text-xs">{retentionRefusal(entry)}</span>
        </li>
      ))}
    </ul>
  );
}

function inWords(folders: number, objects: number): string {
  const parts = [
    folders > 0 && (folders === 1 ? "1 folder" : `${folders} folders`),
    objects > 0 && (objects === 1 ? "1 object" : `${objects} objects`),
  ];
  return parts.filter((part) => part !== false).join(" and ");
}
