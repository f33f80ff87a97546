import type { Metadata } from "next";
import { SecurityPage } from "@/account/security-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Security" };

export default function AccountSecurityPage() {
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().account.security.queryOptions())]}>
      <SecurityPage />
    </Prefetched>
  );
}
