"use client";

import type { Connectivity } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField } from "@/components/field.tsx";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { freeIpsInput } from "../tab-queries.ts";
import { useVm } from "../vm-place.tsx";
import { ReservedIpSelect } from "./attach-ip-dialog.tsx";

const WAYS = [
  ["private", "Private", "Only the other VMs of the VPC"],
  ["public_ip", "Public address", "The internet, by its own public address"],
  ["nat", "NAT", "The internet (outbound only), through the subnet's NAT gateway"],
] as const satisfies readonly (readonly [Connectivity, string, string])[];

/** Selects a subnet at the VM's site, and the VM's connectivity outside of its VPC. */
export function AttachNodeDialog({ open, onClose }: DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { vm } = useVm();
  const changed = useChanged();
  const [place, setPlace] = useState({ vpcId: "", subnetId: "" });
  const [connectivity, setConnectivity] = useState<Connectivity>("private");
  const [ipId, setIpId] = useState("");
  const free = useQuery({
    ...trpc.reservedIp.list.queryOptions(freeIpsInput(workspaceId, vm.site_id)),
    enabled: connectivity === "public_ip",
  });
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title={`Attach ${vm.name} to a subnet`}
      lead="It gets the next free address of the subnet."
      action="Attach to subnet"
      wide
      refusal={place.subnetId === "" ? "Choose a subnet first." : null}
      change={trpc.vpcNode.attach}
      input={{
        workspace_id: workspaceId,
        vpc_id: place.vpcId,
        vm_id: vm.id,
        subnet_id: place.subnetId,
        connectivity,
        ...(connectivity === "public_ip" && ipId !== "" && { reserved_public_ip_id: ipId }),
      }}
      onDone={({ private_ip }) => changed(`${vm.name} has the address ${private_ip}`)}
    >
      <SubnetChoice siteId={vm.site_id} place={place} onChoose={setPlace} />
      <ChoiceGroup legend="Connectivity" error={undefined}>
        {WAYS.map(([value, title, hint]) => (
          <ChoiceCard
            key={value}
            title={title}
            name="connectivity"
            value={value}
            checked={connectivity === value}
            onChange={() => setConnectivity(value)}
          >
            {hint}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
      {connectivity === "public_ip" && (
        <ReservedIpSelect
          label="Public address"
          hint="An address assigned by the platform lasts as long as the attachment"
          empty="One that the platform assigns"
          ips={free.data?.items ?? []}
          value={ipId}
          onChange={(event) => setIpId(event.currentTarget.value)}
        />
      )}
    </ChoiceDialog>
  );
}

interface Place {
  readonly vpcId: string;
  readonly subnetId: string;
}

/** Selects a VPC of a site, then one of its subnets. */
export function SubnetChoice({
  siteId,
  place,
  onChoose,
}: {
  siteId: string;
  place: Place;
  onChoose: (place: Place) => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const vpcs = useQuery(trpc.vpc.list.queryOptions({ ...wholeInput(workspaceId), site_id: [siteId] }));
  const subnets = useQuery({
    ...trpc.subnet.list.queryOptions({ ...wholeInput(workspaceId), vpc_id: place.vpcId }),
    enabled: place.vpcId !== "",
  });
  const noVpc = vpcs.data?.items.length === 0 ? `There is no VPC at ${siteId}; create one first.` : undefined;
  const noSubnet =
    place.vpcId !== "" && subnets.data?.items.length === 0 ? "This VPC has no subnet; create one first." : undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="VPC"
        hint={noVpc}
        value={place.vpcId}
        onChange={(event) => onChoose({ vpcId: event.currentTarget.value, subnetId: "" })}
      >
        <option value="">Choose a VPC</option>
        {vpcs.data?.items.map(({ vpc_id, name, cidr }) => (
          <option key={vpc_id} value={vpc_id}>
            {name} · {cidr}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Subnet"
        hint={noSubnet}
        value={place.subnetId}
        onChange={(event) => onChoose({ ...place, subnetId: event.currentTarget.value })}
      >
        <option value="">{place.vpcId === "" ? "Choose a VPC first" : "Choose a subnet"}</option>
        {subnets.data?.items.map(({ subnet_id, name, cidr }) => (
          <option key={subnet_id} value={subnet_id}>
            {name} · {cidr}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
