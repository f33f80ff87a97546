import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { VmGroupListPage } from "@/vm-groups/vm-group-list.tsx";
import { vmGroupList } from "@/vm-groups/vm-group-queries.ts";

export const metadata: Metadata = { title: "VM groups" };

export default listRoute(vmGroupList, VmGroupListPage);
