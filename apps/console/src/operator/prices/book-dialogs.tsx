"use client";

import type { OperatorPriceBook } from "@fulmar/contract";
import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { defineForm, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { BillPreview } from "./bill-preview.tsx";
import { FromField, validFrom } from "./from-field.tsx";
import { nextHour } from "./hours.tsx";

type ForOne = { readonly book: OperatorPriceBook } & DialogState;

const schemas = () => import("@fulmar/contract/operator");

const newBook = defineForm(async () => (await schemas()).NewPriceBook, { book_id: text(), name: text() });
const renameBook = defineForm(async () => (await schemas()).PriceBookRename, { name: text() });
const setDiscount = defineForm(async () => (await schemas()).PriceBookDiscount, {
  percent_off: text(),
  valid_from: validFrom,
});

export function CreateBook({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const router = useRouter();
  const changed = useInstallationChanged();
  const form = useForm(newBook);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="New price book"
      lead="Its products cost what they do in the standard book, until it has a discount or prices of its own."
      action="Create price book"
      form={form}
      change={trpc.operatorPriceBook.create}
      inputOf={(body) => body}
      onDone={({ book_id, name }) => {
        router.push(`/operator/prices/${book_id}`);
        return changed(`Created ${name}`);
      }}
    >
      <TextField label="Id" autoComplete="off" placeholder="partners" hint="It stays." {...form.field("book_id")} />
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
    </ChangeDialog>
  );
}

export function RenameBook({ book: { book_id, name }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(renameBook, { name });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Rename ${name}`}
      lead="Only operators see the name."
      action="Rename"
      form={form}
      change={trpc.operatorPriceBook.rename}
      inputOf={(body) => ({ book_id, ...body })}
      onDone={(renamed) => changed(`The price book is called ${renamed.name} now`)}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
    </ChangeDialog>
  );
}

/** What a discount looks like, so that it can be asked what it would do. */
const isPercentage = (typed: string) => /^(100|\d{1,2}(\.\d{1,2})?)$/.test(typed);

/** Sets what a book gives off, from an hour on, and says what that would do to this month's bills. */
export function SetDiscount({ book: { book_id, name, percent_off, currency }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(setDiscount, { percent_off: percent_off ?? "", valid_from: nextHour() });
  const typed = useWatch({ control: form.control, name: "percent_off" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      wide
      title={`Discount of ${name}`}
      lead="What the book gives off the standard prices of products for which it has no price of its own. 0 ends it."
      action="Set discount"
      form={form}
      change={trpc.operatorPriceBook.setDiscount}
      inputOf={(body) => ({ book_id, ...body })}
      onDone={(_book, body) => changed(`${name} gives ${body.percent_off} % off`)}
    >
      <TextField label="Percent" inputMode="decimal" autoComplete="off" {...form.field("percent_off")} />
      <FromField form={form} typed={useWatch({ control: form.control, name: "valid_from" })} />
      <BillPreview
        of="discount"
        change={isPercentage(typed) ? { of: "discount", book_id, percent_off: typed } : null}
        currency={currency}
      />
    </ChangeDialog>
  );
}
