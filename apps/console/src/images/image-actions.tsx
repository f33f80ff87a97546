"use client";

import type { Image } from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const EditImage = onDemand(async () => (await import("./image-dialogs.tsx")).EditImage);
const DeprecateImage = onDemand(async () => (await import("./image-dialogs.tsx")).DeprecateImage);
const RecommendImage = onDemand(async () => (await import("./image-dialogs.tsx")).RecommendImage);
const ShareImage = onDemand(async () => (await import("./image-dialogs.tsx")).ShareImage);

/** The menu of an image of the workspace. */
export function ImageActions({ image }: { image: Image }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { image_id, name, status, source, deprecated } = image;
  const refusal = roleRefusal("vm.write");
  return (
    <DeleteAction
      deletion={trpc.image.delete}
      input={{ workspace_id: workspaceId, image_id }}
      plan={trpc.changePlan.image.delete}
      onDeleted={() => changed(`Deleted ${name}`)}
      what="image"
      name={name}
      lead="No VM can be made from it any more. VMs that were made from it stay."
      typed
      refusal={
        refusal ??
        (status === "creating" && source?.vm_id !== null ? "The image is being made; wait until that has ended." : null)
      }
      row={name}
      others={[
        { label: "Edit", refusal, dialog: (state) => <EditImage image={image} {...state} /> },
        { label: "Share", refusal, dialog: (state) => <ShareImage image={image} {...state} /> },
        deprecated
          ? { label: "Recommend again", refusal, dialog: (state) => <RecommendImage image={image} {...state} /> }
          : { label: "Deprecate", refusal, dialog: (state) => <DeprecateImage image={image} {...state} /> },
      ]}
    />
  );
}
