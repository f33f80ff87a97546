"use client";

import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "@/client/format.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type VmKind, vmProcedures } from "./vm-queries.ts";

const GIB = 1024 ** 3;
/** The most backups that one page of the list has. */
const MOST = 1000;

/** Offers to keep the backups of a VM that is deleted, with their number and what they cost. Nothing without any. */
export function KeepBackups({
  kind,
  vmId,
  checked,
  onChange,
}: {
  kind: VmKind;
  vmId: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { workspaceId } = useWorkspace();
  const { backup } = vmProcedures(useTRPC(), kind);
  const priceOf = useSkuPrices("compute");
  const list = useQuery(
    backup.list.queryOptions({ workspace_id: workspaceId, vm_id: vmId, status: "succeeded", limit: MOST }),
  );
  const backups = list.data?.items ?? [];
  if (backups.length === 0) return null;
  const bytes = backups.map(({ size_bytes }) => size_bytes ?? 0);
  const gigabytes = bytes.reduce((sum, size) => sum + Math.ceil(size / GIB), 0);
  const price = priceOf("backup.storage", gigabytes);
  const stored = formatBytes(bytes.reduce((sum, size) => sum + size, 0));
  return (
    <CheckOption
      label={backups.length === 1 ? "Keep its backup" : `Keep its ${backups.length} backups`}
      hint={`${stored}${price ? `, ${price.monthly} a month` : ""}, until you delete them. VMs can be made from them.`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
