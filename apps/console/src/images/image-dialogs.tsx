"use client";

import type { Image } from "@fulmar/contract";
import { defineForm, nullableText, text, texts, useForm } from "@/client/form.ts";
import { countOf } from "@/client/format.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
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

const deprecateImage = defineForm(async () => (await import("@fulmar/contract/compute")).UpdateImage, {
  deprecation_note: nullableText,
});

/** Advises against an image. */
export function DeprecateImage({ image, open, onClose }: { image: Image } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { image_id, name } = image;
  const form = useForm(deprecateImage, {});
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Deprecate ${name}?`}
      lead="It is hidden where VMs are created, until deprecated images are shown. They can still be made from it."
      action="Deprecate image"
      form={form}
      change={trpc.image.update}
      inputOf={(body) => ({ workspace_id: workspaceId, image_id, ...body, deprecated: true })}
      onDone={() => changed(`Deprecated ${name}`)}
    >
      <TextField
        label="Note"
        autoFocus
        autoComplete="off"
        hint="For example, what to use instead"
        {...form.field("deprecation_note")}
      />
    </ChangeDialog>
  );
}

/** Advises against an image no longer. */
export function RecommendImage({ image, open, onClose }: { image: Image } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { image_id, name } = image;
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title={`Recommend ${name} again?`}
      lead="It is no longer shown as deprecated where VMs are created."
      action="Recommend image"
      change={trpc.image.update}
      input={{ workspace_id: workspaceId, image_id, deprecated: false }}
      onDone={() => changed(`${name} is no longer deprecated`)}
    >
      {null}
    </ChoiceDialog>
  );
}

const shareImage = defineForm(async () => (await import("@fulmar/contract/compute")).UpdateImage, {
  shared_with: texts("\n"),
});

/** Says which organizations make VMs from an image. */
export function ShareImage({ image, open, onClose }: { image: Image } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { image_id, name, shared_with } = image;
  const form = useForm(shareImage, { shared_with: shared_with.join("\n") });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Share ${name}`}
      lead={
        "These organizations see the image with the name of yours, make VMs from it and so read all that is on its " +
        "disk. VMs that they have made stay when you take one out."
      }
      action="Share image"
      form={form}
      change={trpc.image.update}
      inputOf={(body) => ({ workspace_id: workspaceId, image_id, shared_with: body.shared_with ?? [] })}
      onDone={(saved) =>
        changed(
          saved.shared_with.length === 0
            ? `${saved.name} is shared with nobody`
            : `Shared ${saved.name} with ${countOf(saved.shared_with.length, "organization")}`,
        )
      }
    >
      <TextArea
        label="Organizations"
        hint="Their ids, one per line. Members read the id in the settings of their organization"
        placeholder="org_01kq3v9d5n8c2r7m4x6t0w1y5z"
        spellCheck={false}
        {...form.field("shared_with")}
      />
    </ChangeDialog>
  );
}
