"use client";

import { rolesWith } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useContractForm } from "@/client/use-form.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const schema = async () => (await import("@fulmar/contract/networking")).CreateFirewallGroup;

interface Values {
  readonly name: string;
  readonly description: string;
  readonly is_default: boolean;
}

const toInput = ({ name, description, is_default }: Values) => ({
  name: name.trim(),
  description: description === "" ? null : description,
  is_default,
});

export function CreateFirewallGroupPage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useContractForm<Values, ReturnType<typeof toInput>>({
    schema,
    initial: { name: "", description: "", is_default: false },
    body: toInput,
  });
  const create = useMutation(
    trpc.firewallGroup.create.mutationOptions({
      onSuccess: async ({ firewall_group_id, name }) => {
        router.push(`/workspaces/${workspaceId}/firewall-groups/${firewall_group_id}`);
        await changed(`Created ${name}`);
      },
      onError: (error) => {
        const { code, errors: found } = problemOf(error);
        showFieldErrors(found, ["name", "description"], form.setError);
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
        lead="It begins by letting everything out and nothing in. Its rules come next."
      />
      <RoleGate may={rolesWith("network.write")} verbPhrase="create firewall groups">
        <form onSubmit={(event) => void submit(event)} noValidate className="max-w-xl space-y-5">
          {create.error && <ProblemNotice problem={problemOf(create.error)} />}
          <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
          <TextArea prose label="Description" {...form.field("description")} />
          <CheckOption
            label="Default group"
            hint="The group that is meant where nobody chose one. A workspace has one at most."
            {...form.register("is_default")}
          />
          <Button type="submit" look="primary" busy={create.isPending || create.isSuccess}>
            Create firewall group
          </Button>
        </form>
      </RoleGate>
    </>
  );
}
