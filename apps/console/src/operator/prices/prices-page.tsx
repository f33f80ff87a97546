"use client";

import type { OperatorPriceBook } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { countOf } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { LinkCell } from "@/components/name-cell.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";
import { STANDARD_BOOK } from "./price-words.ts";

const CreateBook = onDemand(async () => (await import("./book-dialogs.tsx")).CreateBook);

const column = columnsOf<OperatorPriceBook>();
const columns = [
  column("name", "Name", ({ book_id, name }) => (
    <LinkCell href={`/operator/prices/${book_id}`} id={book_id} name={name} idLabel="price book id" />
  )),
  column("discount", "Discount now", ({ percent_off }) => (
    <span className="tabular-nums">{percent_off === null || percent_off === "0" ? "none" : `${percent_off} %`}</span>
  )),
  column("organizations", "Organizations", ({ book_id, organizations }) =>
    book_id === STANDARD_BOOK ? "all others" : countOf(organizations, "organization"),
  ),
  column("created", "Created", ({ created_at }) => <DateTime iso={created_at} day />),
];

/** The standard book is everybody's, so it comes first. */
const standardFirst = (books: readonly OperatorPriceBook[]) =>
  books.toSorted((one, other) => Number(other.book_id === STANDARD_BOOK) - Number(one.book_id === STANDARD_BOOK));

/** The price books of the installation. */
export function PricesPage() {
  const query = useQuery({
    ...useTRPC().operatorPriceBook.list.queryOptions(),
    refetchInterval: () => refreshEvery(false),
  });
  return (
    <>
      <PageHeader
        title="Prices"
        lead="Every organization has the standard prices, unless its page gives it another book. Prices are without tax."
      >
        <DialogButton look="primary" refusal={useOperatorRefusal()} dialog={(state) => <CreateBook {...state} />}>
          New price book
        </DialogButton>
      </PageHeader>
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {(books) => (
          <DataTable
            label="Price books"
            columns={columns}
            rows={standardFirst(books)}
            keyOf={({ book_id }) => book_id}
          />
        )}
      </Loaded>
    </>
  );
}
