import type { Metadata } from "next";
import { VmListPage } from "@/cloud-vms/vm-list.tsx";
import { gpuVmList } from "@/cloud-vms/vm-list-query.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "GPU VMs" };

export default listRoute(gpuVmList, () => <VmListPage kind="gpu" />);
