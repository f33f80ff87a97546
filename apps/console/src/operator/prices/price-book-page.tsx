"use client";

import type { OperatorPrice, OperatorPriceBookDetail } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Amount, AmountTitle } from "@/billing/amount.tsx";
import { countOf } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { money } from "@/client/money.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { useOperatorRefusal } from "../use-refusal.ts";
import { hourText, type Time, TimeBadge, withTimes } from "./hours.tsx";
import { isTransfer, monthText, SHOWN_DIGITS, STANDARD_BOOK, termsOf } from "./price-words.ts";

const bookDialogs = () => import("./book-dialogs.tsx");
const RenameBook = onDemand(async () => (await bookDialogs()).RenameBook);
const SetDiscount = onDemand(async () => (await bookDialogs()).SetDiscount);
const SetPrice = onDemand(async () => (await import("./set-price.tsx")).SetPrice);

const BEGUN = "It has begun, so it stays; follow it by one that begins later.";

/** A row of the tables, with its book. */
interface PriceRow extends OperatorPrice {
  readonly book: OperatorPriceBookDetail;
}
interface DiscountRow {
  readonly book: OperatorPriceBookDetail;
  readonly valid_from: string;
  readonly percent_off: string;
  readonly time: Time;
}

const priceColumn = columnsOf<PriceRow>();
const priceColumns = [
  priceColumn("product", "Product", ({ sku_code, name, unit }) => (
    <div className="min-w-36 max-w-64 py-2 [overflow-wrap:anywhere]">
      <div className="font-medium">{name ?? sku_code}</div>
      <div className="text-ink-muted text-xs">{name === null ? "no longer sold" : `${sku_code}, per ${unit}`}</div>
    </div>
  )),
  priceColumn(
    "price",
    () => <AmountTitle>Hour, month</AmountTitle>,
    (price) => <Price price={price} />,
  ),
  priceColumn("terms", "Cap and free amount", (price) => {
    const terms = termsOf(price, price.book.currency);
    return <span className="block max-w-56">{terms.join("; ") || "none"}</span>;
  }),
  priceColumn("from", "From, UTC", ({ valid_from }) => <Hour iso={valid_from} />),
  priceColumn("time", "State", ({ time }) => <TimeBadge time={time} />),
  priceColumn("actions", hiddenTitle("Actions"), (price) => <PriceMenu price={price} />),
];

const discountColumn = columnsOf<DiscountRow>();
const discountColumns = [
  discountColumn("percent", "Off the standard prices", ({ percent_off }) => (
    <span className="font-medium tabular-nums">{`${percent_off} %`}</span>
  )),
  discountColumn("from", "From, UTC", ({ valid_from }) => <Hour iso={valid_from} />),
  discountColumn("time", "State", ({ time }) => <TimeBadge time={time} />),
  discountColumn("actions", hiddenTitle("Actions"), (discount) => <DiscountMenu discount={discount} />),
];

function Hour({ iso }: { iso: string }) {
  return <span className="whitespace-nowrap tabular-nums">{hourText(iso)}</span>;
}

function Price({ price }: { price: PriceRow }) {
  const { hourly_price, book } = price;
  if (hourly_price === null) return <Amount>as standard</Amount>;
  return (
    <Amount>
      {money(hourly_price, book.currency, SHOWN_DIGITS)}
      {!isTransfer(price.sku_code) && (
        <span className="block text-ink-muted text-xs">{monthText(price, book.currency)}</span>
      )}
    </Amount>
  );
}

function PriceMenu({ price }: { price: PriceRow }) {
  const { book, sku_code, valid_from, name, time } = price;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const refusal = useOperatorRefusal();
  const gone = name === null ? "The product is no longer sold." : null;
  const of = name ?? sku_code;
  const row = `${of} from ${hourText(valid_from)}`;
  const set = {
    label: "Set price",
    refusal: refusal ?? gone,
    dialog: (state: { open: boolean; onClose: () => void }) => <SetPrice book={book} price={price} {...state} />,
  };
  if (time !== "future") return <RowMenu name={row} actions={[set]} />;
  return (
    <DeleteAction
      deletion={trpc.operatorPriceBook.removePrice}
      input={{ book_id: book.book_id, sku_code, valid_from }}
      plan={trpc.changePlan.operatorPriceBook.removePrice}
      onDeleted={() => changed(`Took back the price of ${row}`)}
      verb="Take back"
      what="price"
      name={`the price of ${row}`}
      lead="The price before it goes on."
      refusal={refusal}
      row={row}
      others={[set]}
    />
  );
}

function DiscountMenu({ discount }: { discount: DiscountRow }) {
  const { book, valid_from, percent_off, time } = discount;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const role = useOperatorRefusal();
  const row = `${percent_off} % from ${hourText(valid_from)}`;
  return (
    <DeleteAction
      deletion={trpc.operatorPriceBook.removeDiscount}
      input={{ book_id: book.book_id, valid_from }}
      plan={trpc.changePlan.operatorPriceBook.removeDiscount}
      onDeleted={() => changed(`Took back the discount of ${row}`)}
      verb="Take back"
      what="discount"
      name={`the discount of ${row}`}
      lead="The discount before it goes on."
      refusal={role ?? (time === "future" ? null : BEGUN)}
      row={row}
    />
  );
}

/** A price book: what products cost now, and what they will. */
export function PriceBookPage({ bookId }: { readonly bookId: string }) {
  const query = useQuery({
    ...useTRPC().operatorPriceBook.get.queryOptions({ book_id: bookId }),
    refetchInterval: () => refreshEvery(false),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Prices", href: "/operator/prices" }]}
        title={data?.name ?? "Price book"}
        lead={data && leadOf(data)}
      >
        {data && <Actions book={data} />}
      </PageHeader>
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {(book) => (
          <div className="space-y-10">
            {book.book_id !== STANDARD_BOOK && <Discounts book={book} />}
            <Prices book={book} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function leadOf({ book_id, organizations }: OperatorPriceBookDetail): string {
  return book_id === STANDARD_BOOK
    ? "The prices of every organization without another book."
    : organizations === 0
      ? "No organization has it now."
      : `${countOf(organizations, "organization")} ${organizations === 1 ? "has" : "have"} it now.`;
}

function Actions({ book }: { book: OperatorPriceBookDetail }) {
  const trpc = useTRPC();
  const router = useRouter();
  const changed = useInstallationChanged();
  const refusal = useOperatorRefusal();
  const { book_id, name } = book;
  return (
    <>
      <DialogButton look="primary" refusal={refusal} dialog={(state) => <SetPrice book={book} {...state} />}>
        Set price
      </DialogButton>
      {book_id !== STANDARD_BOOK && (
        <DialogButton refusal={refusal} dialog={(state) => <SetDiscount book={book} {...state} />}>
          Set discount
        </DialogButton>
      )}
      <DialogButton refusal={refusal} dialog={(state) => <RenameBook book={book} {...state} />}>
        Rename
      </DialogButton>
      {book_id !== STANDARD_BOOK && (
        <DeleteAction
          deletion={trpc.operatorPriceBook.remove}
          input={{ book_id }}
          plan={trpc.changePlan.operatorPriceBook.remove}
          onDeleted={() => {
            router.push("/operator/prices");
            return changed(`Removed ${name}`);
          }}
          verb="Remove"
          what="price book"
          name={name}
          lead="Its prices and discounts go with it. A book that an organization has, had or will have stays."
          refusal={refusal}
        />
      )}
    </>
  );
}

function Discounts({ book }: { book: OperatorPriceBookDetail }) {
  const rows = withTimes(book.discounts).map((discount) => ({ ...discount, book }));
  return (
    <Section title="Discounts" lead="For products without a price of their own in this book.">
      {rows.length === 0 ? (
        <p className="text-ink-muted">It gives nothing off.</p>
      ) : (
        <DataTable
          label="Discounts of the book"
          columns={discountColumns}
          rows={rows}
          keyOf={({ valid_from }) => valid_from}
        />
      )}
    </Section>
  );
}

function Prices({ book }: { book: OperatorPriceBookDetail }) {
  const [past, setPast] = useState(false);
  const rows = book.prices.filter(({ time }) => past || time !== "past").map((price) => ({ ...price, book }));
  return (
    <Section
      title="Prices"
      lead="Prices that hold now, and those to come."
      actions={
        <CheckOption
          label="Past prices too"
          checked={past}
          onChange={(event) => setPast(event.currentTarget.checked)}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="text-ink-muted">
          It has no prices of its own: products cost the standard price, less the discount.
        </p>
      ) : (
        <DataTable
          label="Prices of the book"
          columns={priceColumns}
          rows={rows}
          keyOf={({ sku_code, valid_from }) => `${sku_code} ${valid_from}`}
        />
      )}
    </Section>
  );
}
