"use client";

import type { Bucket } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { Section } from "@/components/facts.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Who may read without a key: the one setting of a bucket that can be changed. */
export function BucketAccess({ bucket }: { bucket: Bucket }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(false);
  const update = useMutation(
    trpc.bucket.update.mutationOptions({
      onSuccess: async ({ is_public }) => {
        setAsked(false);
        notify.done(`${bucket.name} is ${is_public ? "public" : "private"} now`);
        await queryClient.invalidateQueries(trpc.bucket.pathFilter());
      },
    }),
  );
  const action = bucket.is_public ? "Make private" : "Make public";
  return (
    <Section
      title="Access"
      lead={
        bucket.is_public
          ? "Anybody may read its objects, without an access key."
          : "Its objects are read with an access key, or under a signed URL."
      }
      actions={
        <Button
          refusal={roleRefusal("object-storage.write")}
          onClick={() => {
            update.reset();
            setAsked(true);
          }}
        >
          {action}
        </Button>
      }
    >
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={bucket.is_public ? `Make ${bucket.name} private?` : `Make ${bucket.name} public?`}
        lead={
          bucket.is_public
            ? "Who reads its objects without an access key is refused from then on; a CDN may go on serving what it has kept."
            : "Anybody who knows or guesses the name of an object may read it from then on."
        }
        action={action}
        busy={update.isPending}
        error={update.error}
        onConfirm={() =>
          update.mutate({ workspace_id: workspaceId, bucket_name: bucket.name, is_public: !bucket.is_public })
        }
      />
    </Section>
  );
}
