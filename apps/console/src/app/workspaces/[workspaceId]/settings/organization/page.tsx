import type { Metadata } from "next";
import { OrganizationPage } from "@/settings/organization-page.tsx";

export const metadata: Metadata = { title: "Organization" };

export default function OrganizationSettingsPage() {
  return <OrganizationPage />;
}
