"use client";

import { rolesWith } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";
import { offeringInputs } from "@/vms/vm-queries.ts";
import { TemplateFields } from "./template-fields.tsx";
import { createVmGroup } from "./vm-group-form.ts";

const PlacementField = onDemand(async () => (await import("@/placement-groups/placement-field.tsx")).PlacementField);

export function CreateVmGroupPage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const sites = useQuery(trpc.site.list.queryOptions(offeringInputs(workspaceId, "cloud").sites));
  const form = useForm(createVmGroup);
  const create = useMutation(
    trpc.vmGroup.create.mutationOptions({
      onSuccess: async ({ vm_group_id, name }) => {
        notify.done(`Created ${name}`);
        await queryClient.invalidateQueries(trpc.vmGroup.list.pathFilter());
        router.push(workspaceHref(workspaceId, `vm-groups/${vm_group_id}`));
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <div className="max-w-2xl">
      <PageHeader
        crumbs={[{ label: "VM groups", href: workspaceHref(workspaceId, "vm-groups") }]}
        title="New VM group"
      />
      <RoleGate may={rolesWith("vm.write")} verbPhrase="create VM groups">
        <form noValidate onSubmit={(event) => void submit(event)} className="space-y-6">
          {create.error && <ProblemNotice problem={problemOf(create.error)} />}
          <div className="grid gap-5 sm:grid-cols-[1fr_6rem_1fr]">
            <TextField
              label="Name"
              autoFocus
              autoComplete="off"
              spellCheck={false}
              hint="VMs are called web-1, web-2 …"
              {...form.field("name")}
            />
            <TextField label="How many" inputMode="numeric" {...form.field("desired_count")} />
            <SelectField label="Site" {...form.field("site_id")}>
              <option value="">Any site with the plan and image</option>
              {sites.data?.items.map((site) => (
                <option key={site.site_id} value={site.site_id}>
                  {site.name} · {site.location}
                </option>
              ))}
            </SelectField>
          </div>
          <TemplateFields form={form} />
          <PlacementField {...form.field("placement_group_id")} />
          <Button type="submit" look="primary" busy={create.isPending}>
            Create VM group
          </Button>
          <ShowFormAs operation="vmGroup.create" declared={createVmGroup} form={form} />
        </form>
      </RoleGate>
    </div>
  );
}
