"use client";

import { rolesWith } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { chosen, defineForm, field, text, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { DocsLink } from "@/docs/docs-link.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const createFirewallGroup = defineForm(async () => (await import("@fulmar/contract/networking")).CreateFirewallGroup, {
  name: text(),
  description: field("", (typed) => (typed === "" ? null : typed)),
  is_default: chosen(false),
});

export function CreateFirewallGroupPage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(createFirewallGroup);
  const create = useMutation(
    trpc.firewallGroup.create.mutationOptions({
      onSuccess: async ({ firewall_group_id, name }) => {
        router.push(`/workspaces/${workspaceId}/firewall-groups/${firewall_group_id}`);
        await changed(`Created ${name}`);
      },
      onError: (error) => {
        form.showErrors(error);
        const { code } = problemOf(error);
        if (code === "name_taken") form.setError("name", { message: "is taken in this workspace" });
      },
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Firewall groups", href: `/workspaces/${workspaceId}/firewall-groups` }]}
        title="New firewall group"
        lead={
          <>
            A new group allows all outbound and no inbound traffic. You add its rules next.{" "}
            <DocsLink to="firewallGroups">About firewall groups</DocsLink>
          </>
        }
      />
      <RoleGate may={rolesWith("network.write")} verbPhrase="create firewall groups">
        <form onSubmit={(event) => void submit(event)} noValidate className="max-w-xl space-y-5">
          {create.error && <ProblemNotice problem={problemOf(create.error)} />}
          <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
          <TextArea prose label="Description" {...form.field("description")} />
          <CheckOption
            label="Default group"
            hint="Applied to VMs that are created without a group. A workspace has at most one."
            {...form.register("is_default")}
          />
          <Button type="submit" look="primary" busy={create.isPending || create.isSuccess}>
            Create firewall group
          </Button>
          <ShowFormAs operation="firewallGroup.create" declared={createFirewallGroup} form={form} />
        </form>
      </RoleGate>
    </>
  );
}
