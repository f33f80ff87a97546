"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { NamingForm } from "@/components/naming-form.tsx";
import { notify } from "@/components/toast-store.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useFirewallGroup } from "./firewall-group-frame.tsx";

export function FirewallGroupSettingsPage({ firewallGroupId }: { firewallGroupId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const group = useFirewallGroup(firewallGroupId).data;
  const save = useMutation(
    trpc.firewallGroup.update.mutationOptions({ onSuccess: ({ name }) => changed(`Saved ${name}`) }),
  );
  const turnDefault = useMutation(
    trpc.firewallGroup.update.mutationOptions({
      onSuccess: ({ name, is_default }) =>
        changed(is_default ? `${name} is the default` : `${name} is no longer the default`),
      onError: (error) => notify.failed("The default was not changed", problemOf(error).detail),
    }),
  );
  if (group === undefined) return null;
  const refusal = roleRefusal("network.write");
  const target = { workspace_id: workspaceId, firewall_group_id: firewallGroupId };
  return (
    <div className="space-y-10">
      <Facts
        label="Firewall group"
        facts={[
          ["Id", <Copyable key="id" text={group.firewall_group_id} label="id" />],
          ["Created", <DateTime key="created" iso={group.created_at} />],
          ["Changed", <DateTime key="changed" iso={group.updated_at} />],
        ]}
      />
      <Section title="Name and description">
        <NamingForm
          values={group}
          busy={save.isPending}
          error={save.error}
          refusal={refusal}
          onSave={(values) => save.mutate({ ...target, ...values })}
        />
      </Section>
      <Section
        title="Default"
        lead={
          group.is_default
            ? "This is the workspace's default group, applied to VMs that are created without a group."
            : "Another group, or none, is the workspace's default."
        }
        actions={
          <Button
            busy={turnDefault.isPending}
            refusal={refusal}
            onClick={() => turnDefault.mutate({ ...target, is_default: !group.is_default })}
          >
            {group.is_default ? "Remove as default" : "Make default"}
          </Button>
        }
      >
        {null}
      </Section>
      <Section
        title="Delete"
        lead="Its rules are lost. It can be deleted while no VM and no subnet is linked to it and it is not the default."
        actions={
          <DeleteAction
            deletion={trpc.firewallGroup.delete}
            input={target}
            plan={trpc.changePlan.firewallGroup.delete}
            onDeleted={() => {
              router.push(`/workspaces/${workspaceId}/firewall-groups`);
              return changed(`Deleted ${group.name}`);
            }}
            what="firewall group"
            name={group.name}
            lead="The group and its rules are gone. This cannot be undone."
            typed
            refusal={
              refusal ??
              (group.is_default ? "It is the workspace's default group; remove it as the default first." : null)
            }
          />
        }
      >
        {null}
      </Section>
    </div>
  );
}
