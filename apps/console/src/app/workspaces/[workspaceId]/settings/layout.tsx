import { SettingsFrame } from "@/settings/settings-frame.tsx";

export default async function SettingsLayout({ params, children }: LayoutProps<"/workspaces/[workspaceId]/settings">) {
  return <SettingsFrame workspaceId={(await params).workspaceId}>{children}</SettingsFrame>;
}
