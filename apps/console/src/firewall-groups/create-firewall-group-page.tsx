"use client";

import { useRouter } from "next/navigation";
import { useForm } from "@/client/form.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { CreatePage } from "@/components/create-page.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
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
  const { submit, create } = useCreateFirewallGroup(form, ({ id, name }) => {
    router.push(`/workspaces/${workspaceId}/firewall-groups/${id}`);
    void changed(`Created ${name}`);
  });
  return (
    <CreatePage
      list={{ label: "Firewall groups", page: "firewall-groups" }}
      title="New firewall group"
      lead={
        <>
          A new group allows all outbound traffic, and inbound traffic only by its rules.{" "}
          <DocsLink to="firewallGroups">About firewall groups</DocsLink>
        </>
      }
      scope="network.write"
      verbPhrase="create firewall groups"
      sent={create}
      onSubmit={submit}
      button="Create firewall group"
      after={<ShowFormAs operation="firewallGroup.create" declared={createFirewallGroup} form={form} />}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <TextArea prose label="Description" {...form.field("description")} />
      <InboundPresets form={form} />
      <CheckOption
        label="Default group"
        hint="Applied to VMs that are created without a group. A workspace has at most one."
        {...form.register("is_default")}
      />
    </CreatePage>
  );
}
