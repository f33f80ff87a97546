"use client";

import type { StoredObject } from "@fulmar/contract";
import type { AppRouter } from "@fulmar/trpc";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useVersioning } from "@/buckets/bucket-versioning.tsx";
import { planOf } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import type { BucketPlace } from "./object-address.ts";
import { lastName, retainedUntil, retentionRefusal } from "./object-names.ts";
import { bucketInput } from "./object-queries.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/**
 * Asks for confirmation before objects and folders are deleted. The contents of folders are not shown here, so their
 * deletion must be confirmed by typing. Retained objects stay and are listed.
 * @param onDeleted called once everything but the retained objects is deleted
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
  const keepsVersions = useVersioning(place.bucketName).data?.status === "enabled";
  const retained = entries.filter((entry) => retainedUntil(entry) !== null);
  const chosen = entries.filter((entry) => retainedUntil(entry) === null);
  const folders = chosen.filter(({ kind }) => kind === "prefix").length;
  const what = describeSelection(folders, chosen.length - folders);
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const remove = useMutation({
    mutationFn: () => removeObjects(client, place, chosen, setGone),
    onSuccess: (kept) => {
      // Retained objects are shown before the dialog closes.
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
          ? "Everything in a folder is deleted too, at every level. " +
            (keepsVersions ? "It stays as earlier versions." : "This cannot be undone.")
          : `Links to it stop working. ${keepsVersions ? "It stays as an earlier version." : "This cannot be undone."}`
      }
      action={`Delete ${what}`}
      {...(folders > 0 && { typeName: what })}
      plan={
        folders > 0 || chosen.length > AT_ONCE || problem !== null
          ? null
          : planOf(trpc.changePlan.object.delete, { ...bucketInput(place), object_keys: chosen.map(({ key }) => key) })
      }
      busy={remove.isPending}
      error={null}
      onConfirm={() => remove.mutate()}
    >
      {problem && <ProblemNotice problem={problem} />}
      {remove.isPending && folders > 0 && <p role="status">{gone.toLocaleString("en")} deleted so far</p>}
      {chosen.length > 1 && <Keys label="To be deleted" entries={chosen} />}
      {retained.length > 0 && (
        <div>
          <p className="font-medium">Not deleted, because they are retained</p>
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

function describeSelection(folders: number, objects: number): string {
  const parts = [
    folders > 0 && (folders === 1 ? "1 folder" : `${folders} folders`),
    objects > 0 && (objects === 1 ? "1 object" : `${objects} objects`),
  ];
  return parts.filter((part) => part !== false).join(" and ");
}

const Question = dynamic(async () => (await import("@/components/dialog.tsx")).Question, { ssr: false });

/** The most names that are listed. */
const MOST_LINES = 200;

/** Lists the objects that a deletion kept, and why. */
export function KeptObjects({
  open,
  onClose,
  deleted,
  kept,
}: {
  open: boolean;
  onClose: () => void;
  deleted: number;
  kept: readonly KeptObject[];
}) {
  const gone = deleted === 1 ? "1 object was deleted" : `${deleted.toLocaleString("en")} objects were deleted`;
  return (
    <Question
      open={open}
      onClose={onClose}
      title={
        kept.length === 1 ? "1 object was not deleted" : `${kept.length.toLocaleString("en")} objects were not deleted`
      }
      lead={`${gone}. Retained objects stay where they are.`}
    >
      <ul aria-label="Not deleted" className="mt-4 max-h-60 list-disc space-y-1 overflow-y-auto pl-5">
        {kept.slice(0, MOST_LINES).map(({ key, reason }) => (
          <li key={key} className="[overflow-wrap:anywhere]">
            {key} <span className="text-ink-muted text-xs">{reason}</span>
          </li>
        ))}
        {kept.length > MOST_LINES && <li>and {(kept.length - MOST_LINES).toLocaleString("en")} more</li>}
      </ul>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Question>
  );
}

/** The most objects per request. */
const AT_ONCE = 1000;

/** An object that could not be deleted, with the reason as a sentence. */
export interface KeptObject {
  readonly key: string;
  readonly reason: string;
}

/**
 * Deletes objects, and folders with their contents. Retained objects are kept and do not stop the deletion.
 * @param onDeleted gets the number of deleted objects so far
 * @returns the kept objects, in the order in which they were found
 * @throws TRPCClientError; objects that were deleted before it stay deleted
 */
export async function removeObjects(
  client: TRPCClient<AppRouter>,
  place: BucketPlace,
  entries: readonly Pick<StoredObject, "key" | "kind">[],
  onDeleted: (count: number) => void,
): Promise<readonly KeptObject[]> {
  let count = 0;
  const kept: KeptObject[] = [];
  const remove = async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return;
    try {
      count += (await client.object.delete.mutate({ ...bucketInput(place), object_keys: [...keys] })).deleted;
      onDeleted(count);
    } catch (error) {
      // Some were retained since they were listed. The others are deleted without them.
      const { code, blockers = [] } = problemOf(error);
      const retained = new Set(blockers.map(({ id }) => id));
      if (code !== "object_retained" || retained.size === 0) throw error;
      kept.push(
        ...keys.filter((key) => retained.has(key)).map((key) => ({ key, reason: "It was retained just now." })),
      );
      await remove(keys.filter((key) => !retained.has(key)));
    }
  };
  const objects = entries.filter(({ kind }) => kind === "object").map(({ key }) => key);
  for (let begin = 0; begin < objects.length; begin += AT_ONCE) await remove(objects.slice(begin, begin + AT_ONCE));
  for (const { key: prefix } of entries.filter(({ kind }) => kind === "prefix")) {
    let cursor: string | undefined;
    do {
      const page = await client.object.list.query({
        ...bucketInput(place),
        prefix,
        limit: AT_ONCE,
        ...(cursor !== undefined && { cursor }),
      });
      const reasons = page.items.map((item) => ({ key: item.key, reason: retentionRefusal(item) }));
      await remove(reasons.filter(({ reason }) => reason === null).map(({ key }) => key));
      kept.push(...reasons.flatMap(({ key, reason }) => (reason === null ? [] : [{ key, reason }])));
      // The cursor is a key, so the next page works even if that object is deleted.
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return kept;
}
