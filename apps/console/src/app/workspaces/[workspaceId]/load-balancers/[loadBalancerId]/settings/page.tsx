import { LoadBalancerSettingsPage } from "@/load-balancers/load-balancer-settings-page.tsx";

export default async function LoadBalancerSettings({
  params,
}: PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/settings">) {
  return <LoadBalancerSettingsPage loadBalancerId={(await params).loadBalancerId} />;
}
