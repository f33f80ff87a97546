import { FirewallGroupSettingsPage } from "@/firewall-groups/firewall-group-settings-page.tsx";

export default async function FirewallGroupSettings({
  params,
}: PageProps<"/workspaces/[workspaceId]/firewall-groups/[firewallGroupId]/settings">) {
  return <FirewallGroupSettingsPage firewallGroupId={(await params).firewallGroupId} />;
}
