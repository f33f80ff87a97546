import type { Metadata } from "next";
import { SecretOverview } from "@/secret-stores/secret-overview.tsx";
import { secretVersionList } from "@/secret-stores/secret-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Secret" };

export default listRoute(secretVersionList, SecretOverview);
