"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

interface Place {
  readonly vpcId: string;
  readonly subnetId: string;
}

/** Chooses a VPC of a site, then one of its subnets. */
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
  const vpcs = useQuery(trpc.vpc.list.queryOptions({ workspace_id: workspaceId, site_id: siteId, limit: 1000 }));
  const subnets = useQuery({
    ...trpc.subnet.list.queryOptions({ workspace_id: workspaceId, vpc_id: place.vpcId, limit: 1000 }),
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
