"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { BillPreview } from "./bill-preview.tsx";
import { FromField, validFrom } from "./from-field.tsx";
import { nextHour } from "./hours.tsx";
import { STANDARD_BOOK } from "./price-words.ts";

const setBook = defineForm(async () => (await import("@fulmar/contract/operator")).PriceBookChoice, {
  book_id: chosen<string>(STANDARD_BOOK),
  valid_from: validFrom,
});

/** Gives an organization the prices of a book, from an hour on, and says what that would do to this month's bill. */
export function SetPriceBook({
  organizationId,
  name,
  open,
  onClose,
}: { organizationId: string; name: string } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const { data: books } = useQuery(trpc.operatorPriceBook.list.queryOptions());
  const form = useForm(setBook, { valid_from: nextHour() });
  const book_id = useWatch({ control: form.control, name: "book_id" });
  const book = books?.find((one) => one.book_id === book_id);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      wide
      title={`Prices of ${name}`}
      lead="The prices of the book apply from then on. Set the standard book to end them."
      action="Set price book"
      form={form}
      change={trpc.operatorOrganization.setPriceBook}
      inputOf={(body) => ({ organization_id: organizationId, ...body })}
      onDone={() => changed(`Set the price book of ${name}`)}
    >
      <SelectField label="Price book" {...form.field("book_id")}>
        {books?.map((book) => (
          <option key={book.book_id} value={book.book_id}>
            {book.name}
          </option>
        ))}
      </SelectField>
      <FromField form={form} typed={useWatch({ control: form.control, name: "valid_from" })} />
      <BillPreview
        of="book"
        change={book === undefined ? null : { of: "book", organization_id: organizationId, book_id }}
        currency={book?.currency ?? ""}
      />
    </ChangeDialog>
  );
}
