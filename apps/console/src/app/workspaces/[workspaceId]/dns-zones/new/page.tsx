import type { Metadata } from "next";
import { CreateZonePage } from "@/dns/create-zone-page.tsx";

export const metadata: Metadata = { title: "New DNS zone" };

export default function NewDnsZonePage() {
  return <CreateZonePage />;
}
