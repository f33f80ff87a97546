"use client";

import type { NatGateway, Subnet, Vpc } from "@fulmar/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { chosen, defineForm, optionalText, text, useForm } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { FieldMessage, SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { PriceNote } from "@/components/price-note.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { vpcPartsInput } from "./vpc-queries.ts";

const createNatGateway = defineForm(async () => (await import("@fulmar/contract/networking")).CreateNatGateway, {
  name: text(),
  subnet_ids: chosen<string[]>([]),
  reserved_ip_id: optionalText,
});

export function CreateNatGatewayDialog({
  vpc,
  subnets,
  gateways,
  onClose,
}: {
  vpc: Vpc;
  subnets: readonly Subnet[];
  gateways: readonly NatGateway[];
  onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const changed = useChanged();
  const form = useForm(createNatGateway);
  const free = useQuery(
    trpc.reservedIp.list.queryOptions({
      ...wholeInput(workspaceId),
      status: ["reserved"],
      site_id: [vpc.site_id],
    }),
  );
  const servedBy = (id: string) => gateways.find(({ subnet_ids }) => subnet_ids.includes(id))?.name;
  return (
    <ChangeDialog
      open
      onClose={onClose}
      title="New NAT gateway"
      lead="VMs in its subnets reach the internet through its public address."
      action="Create NAT gateway"
      form={form}
      change={trpc.natGateway.create}
      inputOf={(body) => ({ workspace_id: workspaceId, vpc_id: vpc.vpc_id, ...body })}
      onDone={async ({ name, nat_gateway_id }) => {
        // A new gateway has no port forwards, so its card need not fetch them.
        const forwards = trpc.portForward.list.queryKey({ ...vpcPartsInput(workspaceId, vpc.vpc_id), nat_gateway_id });
        queryClient.setQueryData(forwards, { items: [], nextCursor: null });
        await changed(`Created ${name}`);
      }}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
      <fieldset className="space-y-1.5">
        <legend className="mb-1 font-medium">Subnets</legend>
        {subnets.map(({ subnet_id, name, cidr }) => {
          const other = servedBy(subnet_id);
          return (
            <label
              key={subnet_id}
              className={`flex items-start gap-2.5 ${other === undefined ? "" : "text-ink-muted"}`}
            >
              <input
                type="checkbox"
                value={subnet_id}
                disabled={other !== undefined}
                {...form.register("subnet_ids")}
                className="mt-0.5 size-4 accent-accent"
              />
              <span>
                {name} <span className="font-mono text-ink-muted text-xs">{cidr}</span>
                {other !== undefined && <span className="block text-xs">Served by {other} already</span>}
              </span>
            </label>
          );
        })}
        <p className="text-xs">
          <FieldMessage label="Subnets" error={form.errorOf("subnet_ids")} choice />
        </p>
      </fieldset>
      <SelectField label="Public address" {...form.field("reserved_ip_id")}>
        <option value="">Assigned by the platform, for the life of the gateway</option>
        {free.data?.items.map(({ public_ip_id, address, label }) => (
          <option key={public_ip_id} value={public_ip_id}>
            {label === "" ? address : `${address} (${label})`}
          </option>
        ))}
      </SelectField>
      <PriceNote sku="nat.gateway" family="networking" />
    </ChangeDialog>
  );
}
