"use client";

import type { Connectivity, Subnet, Vpc } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmSelect } from "@/vms/listed-vms.tsx";

const WAYS: readonly (readonly [way: Connectivity, words: string])[] = [
  ["private", "None: inside the VPC only"],
  ["nat", "Through the NAT gateway of the subnet"],
  ["public_ip", "Through its own public address"],
];

/** Attaches a VM to a subnet and chooses its connectivity outside of the VPC. */
export function AttachNodeDialog({
  vpc,
  subnets,
  onClose,
}: {
  vpc: Vpc;
  subnets: readonly Subnet[];
  onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [vmId, setVmId] = useState("");
  const [subnetId, setSubnetId] = useState(subnets.length === 1 ? (subnets[0]?.subnet_id ?? "") : "");
  const [connectivity, setConnectivity] = useState<Connectivity>("private");
  const [reservedIpId, setReservedIpId] = useState("");
  const free = useQuery({
    ...trpc.reservedIp.list.queryOptions({
      ...wholeInput(workspaceId),
      status: ["reserved"],
      site_id: [vpc.site_id],
    }),
    enabled: connectivity === "public_ip",
  });
  const body = {
    ...{ vm_id: vmId, subnet_id: subnetId, connectivity },
    ...(connectivity === "public_ip" && reservedIpId !== "" && { reserved_public_ip_id: reservedIpId }),
  };
  const refusal = vmId === "" ? "Choose a VM." : subnetId === "" ? "Choose a subnet." : null;
  return (
    <ChoiceDialog
      open
      onClose={onClose}
      title="Attach a VM"
      lead={`It gets an address in ${vpc.name}.`}
      action="Attach VM"
      refusal={refusal}
      change={trpc.vpcNode.attach}
      input={{ workspace_id: workspaceId, vpc_id: vpc.vpc_id, ...body }}
      onDone={({ private_ip }) => changed("The VM is attached", `Its address is ${private_ip}.`)}
    >
      <VmSelect label="VM" value={vmId} onChange={(event) => setVmId(event.currentTarget.value)} />
      <SelectField label="Subnet" value={subnetId} onChange={(event) => setSubnetId(event.currentTarget.value)}>
        <option value="">Choose a subnet</option>
        {subnets.map(({ subnet_id, name, cidr }) => (
          <option key={subnet_id} value={subnet_id}>
            {name} ({cidr})
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Internet access"
        value={connectivity}
        onChange={(event) => setConnectivity(WAYS.find(([way]) => way === event.currentTarget.value)?.[0] ?? "private")}
      >
        {WAYS.map(([way, words]) => (
          <option key={way} value={way}>
            {words}
          </option>
        ))}
      </SelectField>
      {connectivity === "public_ip" && (
        <SelectField
          label="Public address"
          value={reservedIpId}
          onChange={(event) => setReservedIpId(event.currentTarget.value)}
        >
          <option value="">Assigned by the platform, for as long as it is attached</option>
          {free.data?.items.map(({ public_ip_id, address, label }) => (
            <option key={public_ip_id} value={public_ip_id}>
              {label === "" ? address : `${address} (${label})`}
            </option>
          ))}
        </SelectField>
      )}
    </ChoiceDialog>
  );
}
