"use client";

import type { Site } from "@fulmar/contract";
import type { UseFormRegisterReturn } from "react-hook-form";
import { CheckOption } from "@/components/check-option.tsx";

interface DedicatedOptionProps extends UseFormRegisterReturn {
  readonly sites: readonly Site[];
  /** "" if no site was chosen. */
  readonly siteId: string;
}

/** The choice of the organization's own hosts, where a site has any. */
export function DedicatedOption({ sites, siteId, ...register }: DedicatedOptionProps) {
  const having = sites.filter(({ site_id, has_dedicated_hosts }) =>
    siteId === "" || site_id === siteId ? has_dedicated_hosts : false,
  );
  if (having.length === 0) return null;
  return (
    <CheckOption
      label="On hosts of your organization alone"
      hint={`At ${having.map(({ name }) => name).join(", ")}. VMs of others never run there.`}
      {...register}
    />
  );
}
