import type { Metadata } from "next";
import { PersonPage } from "@/operator/people/person-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Person" };

export default route<PageProps<"/operator/people/[userId]">>(PersonPage, ({ trpc, ask }, { userId }) => [
  ask(trpc.operatorPerson.get.queryOptions({ user_id: userId })),
]);
