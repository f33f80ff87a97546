"use client";

import type { ReservedIp } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmSelect } from "@/vms/listed-vms.tsx";

const KINDS = [
  ["vm_id", "A VM"],
  ["nat_gateway_id", "A NAT gateway"],
  ["load_balancer_id", "A load balancer"],
] as const;
type Kind = (typeof KINDS)[number][0];

/** Attaches a free address, or moves an attached one in a single step. */
export function AttachDialog({ ip, onClose }: { ip: ReservedIp; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [kind, setKind] = useState<Kind>("vm_id");
  const [id, setId] = useState("");
  const moves = ip.attached_resource_id !== null;
  const onSuccess = async () => {
    onClose();
    await changed(moves ? `Moved ${ip.address}` : `Attached ${ip.address}`);
  };
  const attach = useMutation(trpc.reservedIp.attach.mutationOptions({ onSuccess }));
  const move = useMutation(trpc.reservedIp.move.mutationOptions({ onSuccess }));
  const change = moves ? move : attach;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${moves ? "Move" : "Attach"} ${ip.address}`}
      lead={
        moves
          ? "It is detached from its current resource and attached to the new one in one step."
          : "The resource can be reached at this address at once."
      }
      action={moves ? "Move IP" : "Attach IP"}
      busy={change.isPending}
      error={change.error}
      refusal={id === "" ? "Choose what to attach it to." : null}
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== "") change.mutate({ workspace_id: workspaceId, reserved_ip_id: ip.public_ip_id, [kind]: id });
      }}
    >
      <SelectField
        label="Attach to"
        value={kind}
        onChange={(event) => {
          setKind(KINDS.find(([value]) => value === event.currentTarget.value)?.[0] ?? "vm_id");
          setId("");
        }}
      >
        {KINDS.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      {kind === "vm_id" && <VmSelect label="VM" value={id} onChange={(event) => setId(event.currentTarget.value)} />}
      {kind === "nat_gateway_id" && <NatGatewaySelect siteId={ip.site_id} id={id} onChoose={setId} />}
      {kind === "load_balancer_id" && <LoadBalancerSelect siteId={ip.site_id} id={id} onChoose={setId} />}
    </FormDialog>
  );
}

/** NAT gateways belong to a VPC, so the VPC is selected first. */
function NatGatewaySelect({ siteId, id, onChoose }: { siteId: string; id: string; onChoose: (id: string) => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const [vpcId, setVpcId] = useState("");
  const vpcs = useQuery(trpc.vpc.list.queryOptions({ ...wholeInput(workspaceId), site_id: [siteId] }));
  const gateways = useQuery({
    ...trpc.natGateway.list.queryOptions({ ...wholeInput(workspaceId), vpc_id: vpcId }),
    enabled: vpcId !== "",
  });
  return (
    <>
      <SelectField
        label="VPC"
        value={vpcId}
        onChange={(event) => {
          setVpcId(event.currentTarget.value);
          onChoose("");
        }}
      >
        <option value="">Choose a VPC</option>
        {vpcs.data?.items.map(({ vpc_id, name }) => (
          <option key={vpc_id} value={vpc_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="NAT gateway" value={id} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{vpcId === "" ? "Choose a VPC first" : "Choose a NAT gateway"}</option>
        {gateways.data?.items.map(({ nat_gateway_id, name }) => (
          <option key={nat_gateway_id} value={nat_gateway_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function LoadBalancerSelect({ siteId, id, onChoose }: { siteId: string; id: string; onChoose: (id: string) => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const balancers = useQuery(trpc.loadBalancer.list.queryOptions(wholeInput(workspaceId)));
  return (
    <SelectField label="Load balancer" value={id} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">Choose a load balancer</option>
      {balancers.data?.items
        .filter(({ site_id }) => site_id === siteId)
        .map(({ load_balancer_id, name }) => (
          <option key={load_balancer_id} value={load_balancer_id}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}
