import type { Metadata } from "next";
import { VmListPage } from "@/cloud-vms/vm-list.tsx";
import { listRoute } from "@/server/prefetch.tsx";
import { gpuVmList } from "@/vm-detail/vm-queries.ts";

export const metadata: Metadata = { title: "GPU VMs" };

export default listRoute(gpuVmList, () => <VmListPage kind="gpu" />);
