"use client";

import type { Image, Plan, Site } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateVmSummary } from "./create-vm-summary.tsx";
import { type CreateVmValues, EMPTY_VM, toCreateCloudVm, VM_FIELDS } from "./create-vm-values.ts";
import { ImageChoice, PlanChoice } from "./offering-choices.tsx";

const schema = async () => (await import("./create-vm-schema.ts")).CreateCloudVm;

export function CreateVmForm({ plans, images, sites }: { plans: readonly Plan[]; images: readonly Image[]; sites: readonly Site[] }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const form = useForm<CreateVmValues>({ resolver: contractResolver(schema, toCreateCloudVm), defaultValues: EMPTY_VM });
  const { errors } = form.formState;
  const chosen = useWatch({ control: form.control });
  const create = useMutation(
    trpc.cloudVm.create.mutationOptions({
      onSuccess: ({ vm_id }, { name }) => {
        notify.done(`Creating ${name}`, "It is on its way to running.");
        router.push(`/workspaces/${workspaceId}/cloud-vms/${vm_id}`);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, VM_FIELDS, form.setError),
    }),
  );
  const submit = form.handleSubmit((values) => create.mutate({ workspace_id: workspaceId, ...toCreateCloudVm(values) }));

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid items-start gap-8 lg:grid-cols-[1fr_18rem]">
      <div className="min-w-0 space-y-7">
        {create.error && <ProblemNotice problem={problemOf(create.error)} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Name" autoFocus autoComplete="off" error={errors.name?.message} {...form.register("name")} />
          <SelectField label="Site" error={errors.site_id?.message} {...form.register("site_id")}>
            <option value="">First that offers plan and image</option>
            {sites.map((site) => (
              <option key={site.site_id} value={site.site_id}>
                {site.name} · {site.location}
              </option>
            ))}
          </SelectField>
        </div>
        <PlanChoice plans={plans} siteId={chosen.site_id ?? ""} error={errors.plan_id?.message} register={form.register("plan_id")} />
        <ImageChoice images={images} siteId={chosen.site_id ?? ""} error={errors.template_id?.message} register={form.register("template_id")} />
        <TextArea
          label="SSH public keys"
          hint="One per line, in OpenSSH format"
          placeholder="ssh-ed25519 AAAA…"
          error={errors.ssh_keys?.message}
          {...form.register("ssh_keys")}
        />
        <TextField label="Tags" hint="Between commas" autoComplete="off" error={errors.tags?.message} {...form.register("tags")} />
        <TextArea
          label="User data"
          hint="Handed to cloud-init at the first boot, up to 64 KiB"
          error={errors.user_data?.message}
          {...form.register("user_data")}
        />
      </div>
      <CreateVmSummary
        plan={plans.find((plan) => plan.plan_id === chosen.plan_id)}
        image={images.find((image) => image.template_id === chosen.template_id)}
        refusal={roleRefusal("vm.write")}
        busy={create.isPending || create.isSuccess}
      />
    </form>
  );
}
