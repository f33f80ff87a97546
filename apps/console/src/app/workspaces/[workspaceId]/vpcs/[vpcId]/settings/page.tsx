import { VpcSettingsPage } from "@/vpcs/vpc-settings-page.tsx";

export default async function VpcSettings({ params }: PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]/settings">) {
  return <VpcSettingsPage vpcId={(await params).vpcId} />;
}
