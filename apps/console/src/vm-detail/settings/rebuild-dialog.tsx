"use client";

import type { Image } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { partsOf } from "@/client/text-list.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextArea } from "@/components/field.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useImages } from "../use-catalog.ts";
import { useVm } from "../vm-place.tsx";

interface RebuildValues {
  readonly template_id: string;
  readonly ssh_keys: string;
  readonly user_data: string;
}

const schema = async () => (await import("@fulmar/contract/compute")).RebuildVm;

function toRebuild({ template_id, ssh_keys, user_data }: RebuildValues) {
  const keys = partsOf(ssh_keys, "\n");
  return { template_id, ...(keys.length > 0 && { ssh_keys: keys }), ...(user_data !== "" && { user_data }) };
}

/** Chooses the image that the VM begins with anew, and asks for its name: the root disk is wiped. */
export function RebuildDialog({ open, onClose }: DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged("begun");
  const images = useImages();
  const form = useForm<RebuildValues>({
    resolver: contractResolver(schema, toRebuild),
    defaultValues: { template_id: vm.template_id, ssh_keys: "", user_data: "" },
  });
  const { errors } = form.formState;
  const rebuild = useMutation(
    procedures.vm.rebuild.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Rebuilding ${vm.name}`);
      },
      onError: (error) =>
        showFieldErrors(problemOf(error).errors, ["template_id", "ssh_keys", "user_data"], form.setError),
    }),
  );
  const submit = form.handleSubmit((values) => rebuild.mutate({ ...target, ...toRebuild(values) }));
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Rebuild ${vm.name}?`}
      lead="Everything on the root disk is lost. The id, the addresses, the attached volumes and the plan stay."
      action="Rebuild VM"
      typeName={vm.name}
      busy={rebuild.isPending}
      error={rebuild.error ?? images.error}
      onConfirm={() => void submit()}
    >
      {images.data === undefined ? (
        <BlockSkeleton />
      ) : (
        <ChoiceGroup legend="Image" error={errors.template_id?.message}>
          {images.data.items.map((image) => (
            <ChoiceCard
              key={image.template_id}
              title={image.name}
              value={image.template_id}
              refusal={imageRefusal(image, vm)}
              {...form.register("template_id")}
            >
              {image.template_id === vm.template_id ? "The present image" : `${image.os_type} · ${image.version}`}
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      )}
      <TextArea
        label="SSH public keys"
        hint="One per line; left empty, the present keys stay"
        error={errors.ssh_keys?.message}
        {...form.register("ssh_keys")}
      />
      <TextArea
        label="User data"
        hint="For cloud-init at the first boot; left empty, the present ones stay"
        error={errors.user_data?.message}
        {...form.register("user_data")}
      />
    </Confirm>
  );
}

function imageRefusal(
  { site_ids, min_disk_gb }: Image,
  vm: { readonly site_id: string; readonly disk_gb: number },
): string | null {
  if (!site_ids.includes(vm.site_id)) return "Not offered at the site of the VM";
  return min_disk_gb > vm.disk_gb ? `Needs a root disk of ${min_disk_gb} GB` : null;
}
