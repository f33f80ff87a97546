import type { Metadata } from "next";
import { StoreSettings } from "@/secret-stores/store-settings.tsx";

export const metadata: Metadata = { title: "Settings of a secret store" };

export default function SecretStoreSettingsPage() {
  return <StoreSettings />;
}
