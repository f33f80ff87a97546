"use client";

import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useEffect } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

/**
 * The subnets of one VPC. Once they have loaded, the first one is chosen in place of what is none of them.
 * @param chosen the id in the form
 * @param choose the same function each time
 */
export function SubnetField({
  vpcId,
  chosen,
  choose,
  ...field
}: { vpcId: string; chosen: string; choose: (subnetId: string) => void } & Omit<
  ComponentProps<typeof SelectField>,
  "label" | "hint" | "children"
>) {
  const { workspaceId } = useWorkspace();
  const query = useTRPC().subnet.list.queryOptions({ ...wholeInput(workspaceId), vpc_id: vpcId });
  const subnets = useQuery(query).data?.items;
  const isOne = subnets?.some(({ subnet_id }) => subnet_id === chosen) ?? true;
  const first = subnets?.[0]?.subnet_id ?? "";
  useEffect(() => {
    if (!isOne) choose(first);
  }, [isOne, first, choose]);
  return (
    <SelectField
      label="Subnet"
      hint={subnets?.length === 0 ? "This VPC has no subnet yet; create one on its page first" : undefined}
      {...field}
    >
      {subnets?.map((subnet) => (
        <option key={subnet.subnet_id} value={subnet.subnet_id}>
          {subnet.name} · {subnet.cidr}
        </option>
      ))}
    </SelectField>
  );
}
