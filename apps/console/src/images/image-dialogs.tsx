"use client";

import type { Image } from "@fulmar/contract";
import { defineForm, nullableText, text, texts, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog, ChoiceDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const updateImage = defineForm(async () => (await import("@fulmar/contract/compute")).UpdateImage, {
  name: text(),
  description: nullableText,
  tags: texts(","),
});

/** Changes what people call an image. */
export function EditImage({ image, open, onClose }: { image: Image } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { image_id, name, description, tags } = image;
  const form = useForm(updateImage, { name, description: description ?? "", tags: tags.join(", ") });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit ${name}`}
      lead="VMs name the image by its id, so that a new name changes nothing for them."
      action="Save image"
      form={form}
      change={trpc.image.update}
      inputOf={(body) => ({ workspace_id: workspaceId, image_id, ...body })}
      onDone={(saved) => changed(`Saved ${saved.name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
      <TextField label="Tags" autoComplete="off" hint="Separated by commas" {...form.field("tags")} />
    </ChangeDialog>
  );
}

/** Advises against an image, or no longer. */
export function DeprecateImage({ image, open, onClose }: { image: Image } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { image_id, name } = image;
  const deprecated = !image.deprecated;
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title={deprecated ? `Deprecate ${name}?` : `Recommend ${name} again?`}
      lead={
        deprecated
          ? "It is shown as deprecated where VMs are created. They can still be made from it."
          : "It is no longer shown as deprecated where VMs are created."
      }
      action={deprecated ? "Deprecate image" : "Recommend image"}
      change={trpc.image.update}
      input={{ workspace_id: workspaceId, image_id, deprecated }}
      onDone={() => changed(deprecated ? `Deprecated ${name}` : `${name} is no longer deprecated`)}
    >
      {null}
    </ChoiceDialog>
  );
}
