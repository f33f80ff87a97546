import type { Metadata } from "next";
import { CreateVmGroupPage } from "@/vm-groups/create-vm-group-page.tsx";

export const metadata: Metadata = { title: "New VM group" };

export default function NewVmGroupPage() {
  return <CreateVmGroupPage />;
}
