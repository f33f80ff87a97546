import { BillingFrame } from "@/billing/billing-frame.tsx";

export default function BillingLayout({ children }: LayoutProps<"/workspaces/[workspaceId]/billing">) {
  return <BillingFrame>{children}</BillingFrame>;
}
