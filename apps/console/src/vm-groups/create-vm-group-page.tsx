"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useForm } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { useCreate } from "@/shell/use-create.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";
import { offeringInputs } from "@/vms/vm-queries.ts";
import { TemplateFields } from "./template-fields.tsx";
import { createVmGroup } from "./vm-group-form.ts";

const PoolFields = onDemand(async () => (await import("./pool-fields.tsx")).PoolFields);
const PlacementField = onDemand(async () => (await import("@/placement-groups/placement-field.tsx")).PlacementField);

export function CreateVmGroupPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const sites = useQuery(trpc.site.list.queryOptions(offeringInputs(workspaceId, "cloud").sites));
  const form = useForm(createVmGroup);
  const siteId = useWatch({ control: form.control, name: "site_id" });
  const create = useCreate(
    form,
    trpc.vmGroup.create,
    (body) => ({ workspace_id: workspaceId, ...body }),
    ({ vm_group_id, name }) => ({ page: `vm-groups/${vm_group_id}`, message: `Created ${name}` }),
  );
  return (
    <CreatePage
      list={{ label: "VM groups", page: "vm-groups" }}
      title="New VM group"
      scope="vm.write"
      verbPhrase="create VM groups"
      {...create}
      button="Create VM group"
      after={<ShowFormAs operation="vmGroup.create" declared={createVmGroup} form={form} />}
    >
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
      <TemplateFields form={form} siteId={siteId} />
      <PoolFields form={form} />
      <PlacementField {...form.field("placement_group_id")} />
    </CreatePage>
  );
}
