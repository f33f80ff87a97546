import type { Metadata } from "next";
import { SecretSettings } from "@/secret-stores/secret-settings.tsx";

export const metadata: Metadata = { title: "Settings of a secret" };

export default function SecretSettingsPage() {
  return <SecretSettings />;
}
