"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { FormInUse } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { balancerPartsInput } from "@/load-balancers/load-balancer-queries.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { createVmGroup } from "./vm-group-form.ts";

/** The pool whose targets the VMs of a group become, and whose health check says whether they work. */
export function PoolFields({ form }: { form: FormInUse<typeof createVmGroup> }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const balancers = useQuery({
    ...trpc.loadBalancer.list.queryOptions(wholeInput(workspaceId)),
    enabled: roleRefusal("load-balancer.read") === null,
  });
  const [siteId, balancerId] = useWatch({ control: form.control, name: ["site_id", "load_balancer_id"] });
  const pools = useQuery({
    ...trpc.loadBalancerPool.list.queryOptions(balancerPartsInput(workspaceId, balancerId)),
    enabled: balancerId !== "",
  });
  const items = balancers.data?.items.filter(({ site_id }) => siteId === "" || site_id === siteId) ?? [];
  const balancer = form.field("load_balancer_id");
  if (items.length === 0) return null;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label="Load balancer"
        hint="Its health check replaces VMs that do not work"
        {...balancer}
        onChange={(event) => {
          form.setValue("pool_id", "");
          return balancer.onChange(event);
        }}
      >
        <option value="">None</option>
        {items.map(({ load_balancer_id, name }) => (
          <option key={load_balancer_id} value={load_balancer_id}>
            {name}
          </option>
        ))}
      </SelectField>
      {balancerId !== "" && (
        <SelectField
          key={balancerId}
          label="Pool"
          hint="VMs get the tag of the pool; a pool without one cannot be chosen"
          {...form.field("pool_id")}
        >
          <option value="">Choose a pool</option>
          {pools.data?.items.map(({ pool_id, name, target_tag }) => (
            <option key={pool_id} value={pool_id} disabled={target_tag === null}>
              {target_tag === null ? `${name} · has no tag` : `${name} · ${target_tag}`}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}
