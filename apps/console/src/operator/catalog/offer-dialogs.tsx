"use client";

import type { OperatorImage, OperatorPlan } from "@fulmar/contract";
import { defineForm, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

const RETIRED = "Customers see it no longer, and no VM gets it. VMs that have it keep it.";
const OFFERED = "Customers see it again, at the sites where it is offered.";

/** Retires a plan, or offers a retired one again. */
export function OfferPlan({ plan: { plan_id, name, retired }, ...state }: { plan: OperatorPlan } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [change, plan] = retired
    ? ([trpc.operatorPlan.restore, trpc.changePlan.operatorPlan.restore] as const)
    : ([trpc.operatorPlan.retire, trpc.changePlan.operatorPlan.retire] as const);
  return (
    <ConfirmChange
      {...state}
      {...wordsOf(name, retired)}
      change={change}
      input={{ plan_id }}
      plan={plan}
      onDone={() => changed(retired ? `${name} is offered again` : `Retired ${name}`)}
    />
  );
}

/** Retires an image, or offers a retired one again. */
export function OfferImage({
  image: { template_id, name, retired },
  ...state
}: { image: OperatorImage } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [change, plan] = retired
    ? ([trpc.operatorImage.restore, trpc.changePlan.operatorImage.restore] as const)
    : ([trpc.operatorImage.retire, trpc.changePlan.operatorImage.retire] as const);
  return (
    <ConfirmChange
      {...state}
      {...wordsOf(name, retired)}
      change={change}
      input={{ template_id }}
      plan={plan}
      onDone={() => changed(retired ? `${name} is offered again` : `Retired ${name}`)}
    />
  );
}

const publication = defineForm(async () => (await import("@fulmar/contract/operator")).PublishedImage, {
  template_id: text(),
});

/** Publishes an image of a workspace, by its id. */
export function PublishImage({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(publication);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Publish an image"
      lead={
        "Every organization sees it with its owner's name and can create VMs from it. The owner pays for its storage, " +
        "can change and delete it, and tells you its id."
      }
      action="Publish image"
      form={form}
      change={trpc.operatorImage.publish}
      inputOf={(body) => body}
      onDone={({ name }) => changed(`Published ${name}`)}
    >
      <TextField
        label="Image id"
        autoFocus
        autoComplete="off"
        placeholder="img_01kq3v9d5n8c2r7m4x6t0w1y5z"
        {...form.field("template_id")}
      />
    </ChangeDialog>
  );
}

/** Publishes an image of a workspace no longer. */
export function UnpublishImage({ image: { template_id, name }, ...state }: { image: OperatorImage } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  return (
    <ConfirmChange
      {...state}
      title={`Stop publishing ${name}?`}
      lead="Organizations that it is not shared with can create no more VMs from it. Their VMs stay."
      action="Unpublish"
      change={trpc.operatorImage.unpublish}
      input={{ template_id }}
      plan={trpc.changePlan.operatorImage.unpublish}
      onDone={() => changed(`${name} is published no longer`)}
    />
  );
}

function wordsOf(name: string, retired: boolean) {
  return retired
    ? { title: `Offer ${name} again?`, lead: OFFERED, action: "Offer again" }
    : { title: `Retire ${name}?`, lead: RETIRED, action: "Retire" };
}
