import type { Metadata } from "next";
import { SecretList } from "@/secret-stores/secret-list.tsx";
import { secretList } from "@/secret-stores/secret-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Secret store" };

export default listRoute(secretList, SecretList);
