import type { Metadata } from "next";
import { CreateSshKeyPage } from "@/ssh-keys/create-ssh-key-page.tsx";

export const metadata: Metadata = { title: "New SSH key" };

export default function NewSshKeyPage() {
  return <CreateSshKeyPage />;
}
