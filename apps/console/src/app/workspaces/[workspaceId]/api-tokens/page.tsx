import type { Metadata } from "next";
import { TokenListPage } from "@/api-tokens/token-list.tsx";
import { tokenList } from "@/api-tokens/token-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "API tokens" };

export default listRoute(tokenList, TokenListPage);
