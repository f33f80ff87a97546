import { RulesPage } from "@/firewall-groups/rules-page.tsx";

export default async function FirewallGroupRulesPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/firewall-groups/[firewallGroupId]">) {
  return <RulesPage firewallGroupId={(await params).firewallGroupId} />;
}
