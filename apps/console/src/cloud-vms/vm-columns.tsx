"use client";

import type { CloudVm } from "@fulmar/contract";
import Link from "next/link";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { memory, vcpus } from "./size.ts";
import { VmStatusBadge } from "./vm-status-badge.tsx";

export type VmRow = CloudVm & { readonly workspaceId: string };

const column = columnsOf<VmRow>();

export const vmColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: vm } }) => (
      <div className="min-w-40 py-2">
        <Link href={`/workspaces/${vm.workspaceId}/cloud-vms/${vm.id}`} className="rounded font-medium hover:underline">
          {vm.name}
        </Link>
        <div className="leading-4">
          <Copyable text={vm.id} label="id" />
        </div>
      </div>
    ),
  }),
  column.display({ id: "status", header: "Status", cell: ({ row: { original: vm } }) => <VmStatusBadge status={vm.status} /> }),
  column.display({
    id: "size",
    header: "Plan",
    cell: ({ row: { original: vm } }) => (
      <div className="whitespace-nowrap">
        {vm.plan_name}
        <div className="text-ink-subtle text-xs">
          {vcpus(vm.cpu)} · {memory(vm.ram_mb)} · {vm.disk_gb} GB
        </div>
      </div>
    ),
  }),
  column.display({ id: "image", header: "Image", cell: ({ row: { original: vm } }) => <span className="whitespace-nowrap">{vm.os_distro}</span> }),
  column.display({
    id: "address",
    header: "Address",
    cell: ({ row: { original: vm } }) => {
      const address = vm.public_ip ?? vm.private_ip;
      return address === null ? <span className="text-ink-subtle">none</span> : <Copyable text={address} label="address" />;
    },
  }),
  column.display({ id: "created", header: "Created", cell: ({ row: { original: vm } }) => <DateTime iso={vm.created_at} /> }),
]);
