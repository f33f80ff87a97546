import type { Metadata } from "next";
import { FirewallGroupListPage } from "@/firewall-groups/firewall-group-list.tsx";
import { firewallGroupList } from "@/firewall-groups/firewall-group-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Firewall groups" };

export default listRoute(firewallGroupList, FirewallGroupListPage);
