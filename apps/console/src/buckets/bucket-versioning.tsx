"use client";

import type { BucketVersioning } from "@fulmar/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const LEADS: Readonly<Record<BucketVersioning["status"], string>> = {
  off: "Objects that are replaced or deleted are gone.",
  enabled: "Objects that are replaced or deleted stay as earlier versions, which count towards size and price.",
  suspended: "Earlier versions stay. Objects that are written now replace each other.",
};

/** Turns the versioning of a bucket on and off. */
export function useVersioning(bucketName: string) {
  const { workspaceId } = useWorkspace();
  return useQuery(useTRPC().bucketVersioning.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName }));
}

/** The versioning of a bucket, and the button that enables or suspends it. */
export function BucketVersioningSection({ bucketName, isLocked }: { bucketName: string; isLocked: boolean }) {
  return (
    <Loaded query={useVersioning(bucketName)} skeleton={<BlockSkeleton />}>
      {(loaded) => <Versioning versioning={loaded} isLocked={isLocked} />}
    </Loaded>
  );
}

function Versioning({ versioning: { name, status }, isLocked }: { versioning: BucketVersioning; isLocked: boolean }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const enables = status !== "enabled";
  const turned = { workspace_id: workspaceId, bucket_name: name, status: enables ? "enabled" : "suspended" } as const;
  const action = enables ? "Enable versioning" : "Suspend versioning";
  const lockRefusal = !enables && isLocked ? "A bucket with object lock keeps its versioning." : null;
  return (
    <Section
      title="Versioning"
      lead={LEADS[status]}
      actions={
        <DialogButton
          refusal={roleRefusal("object-storage.write") ?? lockRefusal}
          dialog={(state) => (
            <ConfirmChange
              {...state}
              title={`${action} of ${name}?`}
              lead={
                enables
                  ? "From then on, every version counts as an object with its size until it is deleted. " +
                    "Versioning can be suspended, not turned off."
                  : "Earlier versions stay. From then on, an object that is replaced or deleted is gone, unless " +
                    "it has a version id."
              }
              action={action}
              change={trpc.bucketVersioning.put}
              input={turned}
              plan={trpc.changePlan.bucketVersioning.put}
              onDone={async (saved) => {
                notify.done(`Versioning of ${name} is ${saved.status} now`);
                await queryClient.invalidateQueries(trpc.bucketVersioning.pathFilter());
              }}
            />
          )}
        >
          {action}
        </DialogButton>
      }
    />
  );
}
