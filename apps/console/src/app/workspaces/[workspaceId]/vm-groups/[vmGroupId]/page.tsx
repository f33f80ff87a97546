import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { VmGroupOverview } from "@/vm-groups/vm-group-overview.tsx";
import { vmGroupMemberList } from "@/vm-groups/vm-group-queries.ts";

export const metadata: Metadata = { title: "VM group" };

export default listRoute(vmGroupMemberList, VmGroupOverview);
