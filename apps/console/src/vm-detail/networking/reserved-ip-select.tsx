"use client";

import type { ReservedIp } from "@fulmar/contract";
import type { ComponentProps } from "react";
import { SelectField } from "@/components/field.tsx";

/** @param empty the label of the empty option */
export function ReservedIpSelect({
  ips,
  empty,
  ...field
}: Omit<ComponentProps<typeof SelectField>, "children"> & { ips: readonly ReservedIp[]; empty: string }) {
  return (
    <SelectField {...field}>
      <option value="">{empty}</option>
      {ips.map(({ public_ip_id, address, label }) => (
        <option key={public_ip_id} value={public_ip_id}>
          {label === "" ? address : `${address} · ${label}`}
        </option>
      ))}
    </SelectField>
  );
}
