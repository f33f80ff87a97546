import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { VmListPage } from "@/vms/vm-list.tsx";
import { gpuVmList } from "@/vms/vm-queries.ts";

export const metadata: Metadata = { title: "GPU VMs" };

export default listRoute(gpuVmList, () => <VmListPage kind="gpu" />);
