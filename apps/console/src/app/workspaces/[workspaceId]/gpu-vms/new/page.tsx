import type { Metadata } from "next";
import { newVmRoute } from "@/cloud-vms/new-vm-route.tsx";

export const metadata: Metadata = { title: "New GPU VM" };

export default newVmRoute("gpu");
