import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { NOWHERE, personList } from "@/operator/operator-queries.ts";
import { PersonListPage } from "@/operator/people/person-list.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "People" };

export default route<PageProps<"/operator/people">>(PersonListPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(personList, trpc, NOWHERE, search)),
]);
