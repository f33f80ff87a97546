import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { VmListPage } from "@/vms/vm-list.tsx";
import { cloudVmList } from "@/vms/vm-queries.ts";

export const metadata: Metadata = { title: "Cloud VMs" };

export default listRoute(cloudVmList, () => <VmListPage kind="cloud" />);
