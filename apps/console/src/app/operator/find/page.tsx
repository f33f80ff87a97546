import type { Metadata } from "next";
import { FindPage } from "@/operator/find-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Find" };

export default route<PageProps<"/operator/find">>(FindPage, ({ trpc, ask }, _path, { q }) =>
  typeof q === "string" && q.trim() !== "" ? [ask(trpc.operatorSearch.find.queryOptions({ q }))] : [],
);
