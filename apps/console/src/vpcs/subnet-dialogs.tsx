"use client";

import type { Subnet, Vpc } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import {
  choices,
  defineForm,
  optionalChoices,
  optionalText,
  optionalTexts,
  text,
  texts,
  useForm,
} from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckList } from "@/components/check-list.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog, FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { describeCidr, nextFreeCidr, roomIn } from "./cidr.ts";

const SIZES = [16, 18, 20, 22, 23, 24, 25, 26, 27, 28, 29] as const;
const USUAL_SIZE = 24;

const SEPARATOR = /[\s,]+/;
/** Empty fields are left to the API's defaults. */
const createSubnet = defineForm(async () => (await import("@fulmar/contract/networking")).CreateSubnet, {
  name: text(),
  cidr: text(),
  gateway: optionalText,
  dns: optionalTexts(SEPARATOR),
  firewall_group_ids: optionalChoices,
});
const editSubnet = defineForm(async () => (await import("@fulmar/contract/networking")).UpdateSubnet, {
  name: text(),
  dns: texts(SEPARATOR),
  firewall_group_ids: choices,
});

/** @param taken the networks of the VPC's subnets, to suggest the next free one */
export function CreateSubnetDialog({
  vpc,
  taken,
  onClose,
}: {
  vpc: Vpc;
  taken: readonly string[];
  onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const sizes = SIZES.flatMap((size) => {
    const cidr = nextFreeCidr(vpc.cidr, taken, size);
    return cidr === undefined ? [] : [{ size, cidr }];
  });
  const suggested = sizes.find(({ size }) => size >= USUAL_SIZE)?.cidr ?? sizes.at(-1)?.cidr ?? "";
  const form = useForm(createSubnet, { cidr: suggested });
  const cidr = form.watch("cidr").trim();
  const create = useMutation(
    trpc.subnet.create.mutationOptions({
      onSuccess: async ({ name }) => {
        onClose();
        await changed(`Created ${name}`);
      },
      onError: (error) => {
        form.showErrors(error);
        const { code } = problemOf(error);
        if (code === "name_taken") form.setError("name", { message: "is taken in this workspace" });
        if (code === "cidr_overlap") form.setError("cidr", { message: "overlaps another subnet of the VPC" });
      },
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, vpc_id: vpc.vpc_id, ...body }));
  return (
    <FormDialog
      open
      onClose={onClose}
      title="New subnet"
      lead={`A part of ${vpc.cidr} that no other subnet uses.`}
      action="Create subnet"
      busy={create.isPending}
      error={create.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
      <SelectField
        label="Next free network"
        value={cidr}
        onChange={(event) => form.setValue("cidr", event.currentTarget.value, { shouldValidate: true })}
      >
        {sizes.every((free) => free.cidr !== cidr) && <option value={cidr}>as written below</option>}
        {sizes.map((free) => (
          <option key={free.size} value={free.cidr}>
            {free.cidr}, {roomIn(free.cidr).toLocaleString("en")} VMs
          </option>
        ))}
      </SelectField>
      <TextField
        label="Network"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        hint={describeCidr(cidr) ?? "Such as 10.0.1.0/24"}
        {...form.field("cidr")}
      />
      <TextField
        label="Gateway"
        hint="Leave empty for the first address"
        autoComplete="off"
        {...form.field("gateway")}
      />
      <TextField
        label="DNS resolvers"
        hint="Up to four, separated by commas. Leave empty for public resolvers"
        autoComplete="off"
        {...form.field("dns")}
      />
      <GroupsField error={form.errorOf("firewall_group_ids")} register={form.register("firewall_group_ids")} />
    </FormDialog>
  );
}

export function EditSubnetDialog({ subnet, onClose }: { subnet: Subnet; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { name, dns, firewall_group_ids } = subnet;
  const form = useForm(editSubnet, { name, dns: dns.join(", "), firewall_group_ids });
  const target = { workspace_id: workspaceId, vpc_id: subnet.vpc_id, subnet_id: subnet.subnet_id };
  return (
    <ChangeDialog
      open
      onClose={onClose}
      title={`Edit ${subnet.name}`}
      lead="Its network and gateway do not change."
      action="Save"
      form={form}
      change={trpc.subnet.update}
      inputOf={(body) => ({ ...target, ...body })}
      onDone={({ name }) => changed(`Saved ${name}`)}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
      <TextField
        label="DNS resolvers"
        hint="Up to four, separated by commas"
        autoComplete="off"
        {...form.field("dns")}
      />
      <GroupsField error={form.errorOf("firewall_group_ids")} register={form.register("firewall_group_ids")} />
    </ChangeDialog>
  );
}

function GroupsField(field: Pick<ComponentProps<typeof CheckList>, "error" | "register">) {
  const { workspaceId } = useWorkspace();
  const groups = useQuery(useTRPC().firewallGroup.list.queryOptions(wholeInput(workspaceId)));
  return (
    <CheckList
      legend="Firewall groups of all its VMs"
      empty="There is no firewall group yet."
      options={groups.data?.items.map(({ firewall_group_id, name, description }) => ({
        value: firewall_group_id,
        label: name,
        hint: description ?? undefined,
      }))}
      {...field}
    />
  );
}
