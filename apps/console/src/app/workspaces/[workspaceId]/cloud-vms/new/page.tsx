import type { Metadata } from "next";
import { newVmRoute } from "@/cloud-vms/new-vm-route.tsx";

export const metadata: Metadata = { title: "New VM" };

export default newVmRoute("cloud");
