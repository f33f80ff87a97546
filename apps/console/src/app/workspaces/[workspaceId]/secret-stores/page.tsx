import type { Metadata } from "next";
import { storeList } from "@/secret-stores/secret-queries.ts";
import { StoreListPage } from "@/secret-stores/store-list.tsx";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Secret stores" };

export default listRoute(storeList, StoreListPage);
