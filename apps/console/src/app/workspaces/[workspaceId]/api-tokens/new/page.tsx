import type { Metadata } from "next";
import { CreateTokenPage } from "@/api-tokens/create-token-page.tsx";
import { services } from "@/server/services.ts";

export const metadata: Metadata = { title: "New token" };

export default function NewTokenPage() {
  return <CreateTokenPage apiUrl={`${services().configuration.publicApiUrl}/v1`} />;
}
