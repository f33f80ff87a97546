import type { Metadata } from "next";
import { CreateFirewallGroupPage } from "@/firewall-groups/create-firewall-group-page.tsx";

export const metadata: Metadata = { title: "New firewall group" };

export default function NewFirewallGroupPage() {
  return <CreateFirewallGroupPage />;
}
