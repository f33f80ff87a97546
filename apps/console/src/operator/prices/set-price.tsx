"use client";

import type { OperatorPrice, OperatorPriceBookDetail } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { defineForm, nullableText, useForm } from "@/client/form.ts";
import { HOURS_PER_MONTH, money } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { BillPreview } from "./bill-preview.tsx";
import { FromField, validFrom } from "./from-field.tsx";
import { hourText, nextHour } from "./hours.tsx";
import { freeSpan, isTransfer, SHOWN_DIGITS, STANDARD_BOOK } from "./price-words.ts";

const setPrice = defineForm(async () => (await import("@fulmar/contract/operator")).PriceChange, {
  hourly_price: nullableText,
  monthly_cap: nullableText,
  free_quantity: nullableText,
  valid_from: validFrom,
});

/** What an amount looks like, so that it can be asked what it would do. Empty is none. */
const isAmount = (typed: string | null) => typed === null || /^\d{1,10}(\.\d{1,8})?$/.test(typed);

/**
 * Sets the price of a product in a book, from an hour on, and says what it would do to this month's bills.
 * @param price the price that it follows. Without one, the product is chosen.
 */
export function SetPrice({
  book,
  price,
  open,
  onClose,
}: { book: OperatorPriceBookDetail; price?: OperatorPrice } & DialogState) {
  const { book_id, currency } = book;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const { data: standard } = useQuery(trpc.operatorPriceBook.get.queryOptions({ book_id: STANDARD_BOOK }));
  const [chosen, setChosen] = useState(price?.sku_code ?? "");
  const product = standard?.prices.find(({ sku_code, time }) => sku_code === chosen && time === "present");
  const sold = productsOf(book, standard);
  const form = useForm(setPrice, {
    hourly_price: price?.hourly_price ?? "",
    monthly_cap: price?.monthly_cap ?? "",
    free_quantity: price?.free_quantity ?? "",
    valid_from: price === undefined ? "" : nextHour(),
  });
  const { valid_from: _, ...terms } = setPrice.body(useWatch({ control: form.control, compute: (all) => all }));
  const asked = Object.values(terms).every(isAmount) && (terms.hourly_price !== null || book_id !== STANDARD_BOOK);
  const { name = chosen, unit = "unit", without } = sold.find(({ sku_code }) => sku_code === chosen) ?? {};
  const isFirst = book_id === STANDARD_BOOK && without === true;
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      wide
      title={price === undefined ? `Set a price in ${book.name}` : `Price of ${name} in ${book.name}`}
      lead="What has begun keeps its price. A price that begins in the same hour is replaced."
      action="Set price"
      form={form}
      refusal={chosen === "" ? "Choose a product." : null}
      change={trpc.operatorPriceBook.setPrice}
      inputOf={(body) => ({ book_id, sku_code: chosen, ...body })}
      onDone={() => changed(`Set the price of ${name} in ${book.name}`)}
    >
      {price === undefined && (
        <SelectField label="Product" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          <option value="">Choose a product</option>
          {sold.map(({ sku_code, name: named, without }) => (
            <option key={sku_code} value={sku_code}>
              {`${named} (${sku_code})${without ? ", no price" : ""}`}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={`Price of ${isTransfer(chosen) ? `a ${unit}` : "an hour"}, in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        hint={hintOf(terms.hourly_price, book_id, currency, product)}
        {...form.field("hourly_price")}
      />
      {!isTransfer(chosen) && (
        <TextField
          label={`Monthly cap, in ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          hint={`The most that one ${unit} of one resource costs in a calendar month (UTC). Empty: no cap`}
          {...form.field("monthly_cap")}
        />
      )}
      <TextField
        label={`Free amount, in ${unit}s`}
        inputMode="decimal"
        autoComplete="off"
        hint={`What an organization has for nothing ${freeSpan(chosen)}. Empty: none`}
        {...form.field("free_quantity")}
      />
      <FromField
        form={form}
        typed={useWatch({ control: form.control, name: "valid_from" })}
        empty={isFirst ? "At once: the product has no price yet" : "The next whole hour"}
      />
      <BillPreview
        of="price"
        change={chosen !== "" && asked ? { of: "price", book_id, sku_code: chosen, ...terms } : null}
        currency={currency}
      />
    </ChangeDialog>
  );
}

/** What is sold: first what has no price in either book, then the rest by code. */
function productsOf(book: OperatorPriceBookDetail, standard: OperatorPriceBookDetail | undefined) {
  const all = new Map<string, { sku_code: string; name: string; unit: string; without: boolean }>();
  for (const { sku_code, name, unit } of [...(standard?.prices ?? []), ...book.prices]) {
    if (name !== null) all.set(sku_code, { sku_code, name, unit: unit ?? "unit", without: false });
  }
  const missing = standard?.unpriced.filter(({ sku_code }) => !all.has(sku_code)) ?? [];
  return [...missing.map((one) => ({ ...one, without: true })), ...all.values()];
}

/** The same price for a month, and what the product costs everybody. */
function hintOf(typed: string | null, bookId: string, currency: string, product: OperatorPrice | undefined): string {
  const standard =
    product === undefined || product.hourly_price === null
      ? []
      : [
          `${bookId === STANDARD_BOOK ? "Now" : "Standard"} ${money(product.hourly_price, currency, SHOWN_DIGITS)}, ${
            bookId === STANDARD_BOOK ? `since ${hourText(product.valid_from)}` : "less the book's discount, if empty"
          }`,
        ];
  const month =
    typed !== null && isAmount(typed) && !isTransfer(product?.sku_code ?? "")
      ? [`${money(Number(typed) * HOURS_PER_MONTH, currency)} in a month of ${HOURS_PER_MONTH} hours`]
      : [];
  return [...month, ...standard].join(". ");
}
