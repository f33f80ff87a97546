import type { Metadata } from "next";
import { VmListPage } from "@/cloud-vms/vm-list.tsx";
import { listRoute } from "@/server/prefetch.tsx";
import { cloudVmList } from "@/vm-detail/vm-queries.ts";

export const metadata: Metadata = { title: "Cloud VMs" };

export default listRoute(cloudVmList, () => <VmListPage kind="cloud" />);
