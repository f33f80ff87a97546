import type { Metadata } from "next";
import { AccessKeyListPage } from "@/access-keys/access-key-list.tsx";
import { accessKeyList } from "@/access-keys/access-key-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Access keys" };

export default listRoute(accessKeyList, AccessKeyListPage);
