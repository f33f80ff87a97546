"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { defineForm, text, useForm } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const createPeering = defineForm(async () => (await import("@fulmar/contract/networking")).CreateVpcPeering, {
  name: text(),
  vpc_id: text(),
  peer_vpc_id: text(),
});

/** Asks for a peering. The VPC at the other side is typed by its id; those of the workspace are suggested. */
export function NewPeering({ vpcId = "", open, onClose }: { vpcId?: string | undefined } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const suggestions = useId();
  const vpcs = useQuery(trpc.vpc.list.queryOptions(wholeInput(workspaceId))).data?.items ?? [];
  const form = useForm(createPeering, { vpc_id: vpcId });
  const chosen = vpcs.find(({ vpc_id }) => vpc_id === form.watch("vpc_id"));
  const others = vpcs.filter(({ vpc_id, site_id }) => vpc_id !== chosen?.vpc_id && site_id === chosen?.site_id);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="New VPC peering"
      lead="Two VPCs of this workspace are peered at once. Another workspace gets a request, which shows the network of your VPC."
      action="Ask for VPC peering"
      form={form}
      change={trpc.vpcPeering.create}
      inputOf={(body) => ({ workspace_id: workspaceId, ...body })}
      onDone={({ name, status }) => changed(status === "active" ? `Created ${name}` : `Asked for ${name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" hint="The other side sees it, too" {...form.field("name")} />
      <SelectField label="VPC" {...form.field("vpc_id")}>
        <option value="">Choose a VPC</option>
        {vpcs.map(({ vpc_id, name, cidr }) => (
          <option key={vpc_id} value={vpc_id}>
            {name} · {cidr}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Peer"
        autoComplete="off"
        list={suggestions}
        hint="The id of another VPC at the same site. For a VPC of another workspace, ask its owner for the id."
        {...form.field("peer_vpc_id")}
      />
      <datalist id={suggestions}>
        {others.map(({ vpc_id, name, cidr }) => (
          <option key={vpc_id} value={vpc_id}>
            {name} · {cidr}
          </option>
        ))}
      </datalist>
    </ChangeDialog>
  );
}
