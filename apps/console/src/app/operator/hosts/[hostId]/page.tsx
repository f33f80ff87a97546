import type { Metadata } from "next";
import { OperatorHostPage } from "@/operator/hosts/host-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Host" };

export default route<PageProps<"/operator/hosts/[hostId]">>(OperatorHostPage, ({ trpc, ask }, { hostId }) => [
  ask(trpc.operatorHost.get.queryOptions({ host_id: hostId })),
]);
