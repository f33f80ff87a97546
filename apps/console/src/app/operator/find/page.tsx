import type { Metadata } from "next";
import { FindPage } from "@/operator/find/find-page.tsx";
import { queryOf } from "@/operator/operator-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Find" };

export default route<PageProps<"/operator/find">>(FindPage, ({ trpc, ask }, _path, { q }) => {
  const query = queryOf(q);
  return query === "" ? [] : [ask(trpc.operatorSearch.find.queryOptions({ q: query }))];
});
