"use client";

import type { Image } from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { type RowAction, RowMenu } from "@/components/row-menu.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const EditImage = onDemand(async () => (await import("./image-dialogs.tsx")).EditImage);
const DeprecateImage = onDemand(async () => (await import("./image-dialogs.tsx")).DeprecateImage);
const RecommendImage = onDemand(async () => (await import("./image-dialogs.tsx")).RecommendImage);
const ShareImage = onDemand(async () => (await import("./image-dialogs.tsx")).ShareImage);

const CopyImage = onDemand(async () => (await import("./copy-image.tsx")).CopyImage);
const RemoveCopy = onDemand(async () => (await import("./copy-image.tsx")).RemoveCopy);

/** The menu of an image. One of the catalog has none. */
export function ImageActions({ image }: { image: Image }) {
  const refusal = useWorkspace().roleRefusal("vm.write");
  if (image.owner === "catalog") return null;
  const ofCopies: readonly RowAction[] = [
    {
      label: "Copy to site",
      refusal: refusal ?? (image.status === "available" ? null : "The image is not available."),
      dialog: (state) => <CopyImage image={image} {...state} />,
    },
    {
      label: "Remove copy",
      refusal: refusal ?? (image.copies.length > 0 ? null : "The workspace has no copy at another site."),
      dialog: (state) => <RemoveCopy image={image} {...state} />,
    },
  ];
  return image.owner === "workspace" ? (
    <OwnImageActions image={image} ofCopies={ofCopies} />
  ) : (
    <RowMenu name={image.name} actions={ofCopies} />
  );
}

function OwnImageActions({ image, ofCopies }: { image: Image; ofCopies: readonly RowAction[] }) {
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
        ...ofCopies,
        deprecated
          ? { label: "Recommend again", refusal, dialog: (state) => <RecommendImage image={image} {...state} /> }
          : { label: "Deprecate", refusal, dialog: (state) => <DeprecateImage image={image} {...state} /> },
      ]}
    />
  );
}
