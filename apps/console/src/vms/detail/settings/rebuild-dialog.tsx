"use client";

import type { Image } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { chosen, defineForm, field, optionalChoices, optionalTexts, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextArea } from "@/components/field.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { SshKeyChoice } from "@/ssh-keys/ssh-key-choice.tsx";
import { ScriptMenu } from "@/startup-scripts/script-menu.tsx";
import { UserDataField } from "@/user-data/user-data-field.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { runsAt } from "@/vms/runs-image.ts";
import { SystemMark } from "@/vms/system-mark.tsx";
import { useImages } from "@/vms/use-catalog.ts";
import { useVm } from "../vm-place.tsx";

const rebuildVm = defineForm(async () => (await import("@fulmar/contract/compute")).RebuildVm, {
  template_id: chosen(""),
  ssh_keys: optionalTexts("\n"),
  ssh_key_ids: optionalChoices,
  user_data: field("", (typed) => (typed === "" ? undefined : typed)),
});

/** Selects the image of a rebuild, and asks for the VM's name because the root disk is wiped. */
export function RebuildDialog({ open, onClose }: DialogState) {
  const { vm, procedures, plans, target } = useVm();
  const changed = useChanged("begun", vm.id);
  const images = useImages();
  const { workspaceId } = useWorkspace();
  const sites = useQuery(sitesQuestion(useTRPC(), { workspaceId })).data?.items ?? [];
  const offered = images.data?.items.filter(
    (image) => image.template_id === vm.template_id || (!image.deprecated && runsAt(image, sites, vm.site_id)),
  );
  const form = useForm(rebuildVm, { template_id: vm.template_id });
  const { errors } = form.formState;
  const userData = useWatch({ control: form.control, name: "user_data" });
  const chosenNow = rebuildVm.body(useWatch({ control: form.control, compute: (all) => all }));
  const rebuild = useMutation(
    procedures.vm.rebuild.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Rebuilding ${vm.name}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => rebuild.mutate({ ...target, ...body }));
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Rebuild ${vm.name}?`}
      lead="Everything on the root disk is lost. The id, the addresses, the attached volumes and the plan stay."
      action="Rebuild VM"
      typeName={vm.name}
      plan={planOf(plans.vm.rebuild, { ...target, ...chosenNow })}
      busy={rebuild.isPending}
      error={rebuild.error ?? images.error}
      onConfirm={() => void submit()}
    >
      {offered === undefined ? (
        <BlockSkeleton />
      ) : (
        <ChoiceGroup legend="Image" error={errors.template_id?.message}>
          {offered.map((image) => (
            <ChoiceCard
              key={image.template_id}
              title={image.name}
              mark={<SystemMark distro={image.os_distro} />}
              value={image.template_id}
              refusal={imageRefusal(image, vm)}
              {...form.register("template_id")}
            >
              {image.template_id === vm.template_id ? "Current image" : `${image.os_type} · ${image.version}`}
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      )}
      <SshKeyChoice error={form.errorOf("ssh_key_ids")} register={form.register("ssh_key_ids")} />
      <TextArea
        label="Other SSH public keys"
        hint="One per line; without any key, the current ones stay"
        {...form.field("ssh_keys")}
      />
      <UserDataField
        hint="For cloud-init at the first boot; leave empty to keep the current user data"
        text={userData}
        menu={<ScriptMenu onScript={(text) => form.setValue("user_data", text, { shouldDirty: true })} />}
        onText={(text) => form.setValue("user_data", text, { shouldDirty: true })}
        {...form.field("user_data")}
      />
    </Confirm>
  );
}

function imageRefusal(
  { site_ids, owner, min_disk_gb }: Image,
  vm: { readonly site_id: string; readonly disk_gb: number },
): string | null {
  if (owner === "catalog" && !site_ids.includes(vm.site_id)) return "Not offered at the site of the VM";
  return min_disk_gb > vm.disk_gb ? `Needs a root disk of ${gigabytes(min_disk_gb)}` : null;
}
