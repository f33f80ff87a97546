"use client";

import type { Bucket } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { formatBytes } from "@/client/format-status.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { KeptActions } from "./kept-actions.tsx";

const column = columnsOf<Bucket>();

/** The columns of deleted buckets that can be restored. */
export const keptBucketColumns = [
  column("name", "Name", (bucket) => <span className="font-medium [overflow-wrap:anywhere]">{bucket.name}</span>),
  column("objects", "Objects", (bucket) => (
    <span className="tabular-nums">{(bucket.object_count ?? 0).toLocaleString("en")}</span>
  )),
  column("size", "Size", (bucket) => (
    <span className="whitespace-nowrap tabular-nums">{formatBytes(bucket.total_size ?? 0)}</span>
  )),
  column(
    "restorable",
    "Can be restored until",
    (bucket) => bucket.restorable_until !== undefined && <DateTime iso={bucket.restorable_until} />,
  ),
  column("actions", hiddenTitle("Actions"), (bucket) => <KeptBucketActions name={bucket.name} />),
];

function KeptBucketActions({ name }: { name: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const restore = useMutation(trpc.bucket.restore.mutationOptions());
  const purge = useMutation(trpc.bucket.purge.mutationOptions());
  const target = { workspace_id: workspaceId, bucket_name: name };
  return (
    <KeptActions
      what="bucket"
      name={name}
      refusal={roleRefusal("object-storage.write") ?? roleRefusal("object-storage.delete")}
      restored={`Restored ${name}`}
      restore={{ ...restore, mutateAsync: () => restore.mutateAsync(target) }}
      purgePlan={planOf(trpc.changePlan.bucket.purge, target)}
      purge={{ ...purge, mutateAsync: () => purge.mutateAsync(target) }}
    />
  );
}
