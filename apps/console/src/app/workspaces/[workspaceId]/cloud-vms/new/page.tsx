import type { Metadata } from "next";
import { newVmRoute } from "@/vms/new-vm-route.tsx";

export const metadata: Metadata = { title: "New VM" };

export default newVmRoute("cloud");
