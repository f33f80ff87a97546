import type { Metadata } from "next";
import { secretVersionList } from "@/secret-stores/secret-queries.ts";
import { SecretVersions } from "@/secret-stores/secret-versions.tsx";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Versions of a secret" };

export default listRoute(secretVersionList, SecretVersions);
