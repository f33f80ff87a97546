import type { Metadata } from "next";
import { OperatorAddressPage } from "@/operator/addresses/address-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Public address" };

export default route<PageProps<"/operator/addresses/[address]">>(OperatorAddressPage, ({ trpc, ask }, { address }) => [
  ask(trpc.operatorAddress.get.queryOptions({ address })),
]);
