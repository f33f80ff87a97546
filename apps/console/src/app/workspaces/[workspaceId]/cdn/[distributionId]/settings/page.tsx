import type { Metadata } from "next";
import { DistributionSettings } from "@/cdn/distribution-settings.tsx";

export const metadata: Metadata = { title: "Settings of a distribution" };

export default function DistributionSettingsPage() {
  return <DistributionSettings />;
}
