import type { Metadata } from "next";
import { VmListPage } from "@/cloud-vms/vm-list.tsx";
import { cloudVmList } from "@/cloud-vms/vm-list-query.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Cloud VMs" };

export default listRoute(cloudVmList, () => <VmListPage kind="cloud" />);
