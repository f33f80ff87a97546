"use client";

import type { Bucket } from "@fulmar/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { protectionRefusal } from "@/components/deletion-protection.tsx";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { notify } from "@/components/toast-store.ts";
import { useDeletionWindow } from "@/deletion/use-deletion-window.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VisibilityBadge } from "./visibility-badge.tsx";

const BucketContext = createContext<Bucket | null>(null);

/** The bucket of this page, kept up to date. */
export function useBucket(): Bucket {
  const bucket = use(BucketContext);
  if (bucket === null) throw new Error("this part of the page is not inside a bucket's page");
  return bucket;
}

const LIST = { page: "buckets", label: "Buckets" };
const TABS = [
  ["", "Overview"],
  ["objects", "Objects"],
  ["lifecycle", "Lifecycle"],
  ["policy", "Policy"],
  ["cors", "CORS"],
] as const;

/** The frame of a bucket's pages: its name, its visibility and the tabs. */
export function BucketFrame({ bucketName, children }: { bucketName: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.bucket.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName }),
    refetchInterval: refreshEvery(false),
  });
  const regions = useQuery(trpc.region.list.queryOptions(wholeInput(workspaceId)));
  const region = regions.data?.items.find((each) => each.region === query.data?.region);
  const hasPolicies = region?.unsupported.includes("bucket_policies") !== true;
  return (
    <DetailFrame
      list={LIST}
      id={bucketName}
      kind="Bucket"
      query={query}
      nameOf={({ name }) => name}
      aside={({ is_public }) => <VisibilityBadge isPublic={is_public} />}
      actions={(bucket) => <DeleteBucket bucket={bucket} />}
      tabs={hasPolicies ? TABS : TABS.filter(([path]) => path !== "policy")}
      read={({ name }) => ({ operation: "bucket.get", input: { bucket_name: name, name } })}
    >
      {(bucket) => <BucketContext value={bucket}>{children}</BucketContext>}
    </DetailFrame>
  );
}

/**
 * Deletes an empty bucket, or in a workspace with a deletion window one with its objects. The server reports other
 * blockers, such as a retention or a distribution, in the dialog.
 */
function DeleteBucket({ bucket }: { bucket: Bucket }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [force, setForce] = useState(false);
  const keptFor = useDeletionWindow();
  const count = bucket.object_count ?? 0;
  const mayForce = keptFor !== null && !bucket.bucket_lock_enabled;
  const notEmpty = count > 0 && !mayForce ? "The bucket is not empty; delete its objects first." : null;
  return (
    <DeleteAction
      deletion={trpc.bucket.delete}
      input={{ workspace_id: workspaceId, bucket_name: bucket.name, force }}
      plan={trpc.changePlan.bucket.delete}
      onDeleted={() => {
        notify.done(`Deleted ${bucket.name}`);
        router.push(`/workspaces/${workspaceId}/buckets`);
        return queryClient.invalidateQueries(trpc.bucket.list.pathFilter());
      }}
      what="bucket"
      name={bucket.name}
      lead={
        keptFor === null
          ? "It is removed from the lists of access keys, and its name becomes free again. This cannot be undone."
          : `It can be restored for ${keptFor}, with its settings; ` +
            "its name stays taken and its storage is charged until then."
      }
      typed
      button={
        <>
          <Trash2 className="size-4" aria-hidden />
          Delete
        </>
      }
      refusal={
        roleRefusal("object-storage.delete") ?? protectionRefusal("bucket", bucket.deletion_protection) ?? notEmpty
      }
      onAsk={() => setForce(false)}
    >
      {mayForce && (
        <CheckOption
          label="Delete it with its objects"
          hint={
            <>
              They are kept with the bucket and come back when it is restored. Without this, a bucket that has objects
              or versions is not deleted.
            </>
          }
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      )}
    </DeleteAction>
  );
}
