"use client";

import { rolesWith } from "@fulmar/contract";
import { useRouter } from "next/navigation";
import { useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
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
import { createFirewallGroup, useCreateFirewallGroup } from "./create-firewall-group.ts";
import { InboundPresets } from "./inbound-presets.tsx";

export function CreateFirewallGroupPage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const changed = useChanged();
  const form = useForm(createFirewallGroup);
  const { submit, error, busy } = useCreateFirewallGroup(form, ({ id, name }) => {
    router.push(`/workspaces/${workspaceId}/firewall-groups/${id}`);
    void changed(`Created ${name}`);
  });
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Firewall groups", href: `/workspaces/${workspaceId}/firewall-groups` }]}
        title="New firewall group"
        lead={
          <>
            A new group allows all outbound traffic, and inbound traffic only by its rules.{" "}
            <DocsLink to="firewallGroups">About firewall groups</DocsLink>
          </>
        }
      />
      <RoleGate may={rolesWith("network.write")} verbPhrase="create firewall groups">
        <form onSubmit={(event) => void submit(event)} noValidate className="max-w-xl space-y-5">
          {error && <ProblemNotice problem={problemOf(error)} />}
          <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
          <TextArea prose label="Description" {...form.field("description")} />
          <InboundPresets form={form} />
          <CheckOption
            label="Default group"
            hint="Applied to VMs that are created without a group. A workspace has at most one."
            {...form.register("is_default")}
          />
          <Button type="submit" look="primary" busy={busy}>
            Create firewall group
          </Button>
          <ShowFormAs operation="firewallGroup.create" declared={createFirewallGroup} form={form} />
        </form>
      </RoleGate>
    </>
  );
}
