import { AccountFrame } from "@/account/account-frame.tsx";

export default async function AccountLayout({ params, children }: LayoutProps<"/workspaces/[workspaceId]/account">) {
  return <AccountFrame workspaceId={(await params).workspaceId}>{children}</AccountFrame>;
}
