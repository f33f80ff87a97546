import type { Metadata } from "next";
import { CreateStorePage } from "@/secret-stores/create-store-page.tsx";

export const metadata: Metadata = { title: "New secret store" };

export default function NewSecretStorePage() {
  return <CreateStorePage />;
}
