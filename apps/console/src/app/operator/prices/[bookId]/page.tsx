import type { Metadata } from "next";
import { PriceBookPage } from "@/operator/prices/price-book-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Price book" };

export default route<PageProps<"/operator/prices/[bookId]">>(PriceBookPage, ({ trpc, ask }, { bookId }) => [
  ask(trpc.operatorPriceBook.get.queryOptions({ book_id: bookId })),
]);
