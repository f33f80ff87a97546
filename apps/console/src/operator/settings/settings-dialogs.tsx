"use client";

import { MOST_LOGO_BYTES, type OperatorSettings } from "@fulmar/contract";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, field, nullableText, number, numberOf, text, texts, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { ColourPreview } from "./colour-preview.tsx";

type OfSettings = { readonly settings: OperatorSettings } & DialogState;

const schemas = () => import("@fulmar/contract/operator");
const settingsChange = async () => (await schemas()).SettingsChange;

const look = defineForm(settingsChange, { name: text(), accent: nullableText });
const help = defineForm(settingsChange, {
  support_email: nullableText,
  support_url: nullableText,
  terms_url: nullableText,
});
const currency = defineForm(settingsChange, { currency: text() });
const dunning = defineForm(settingsChange, {
  invoice_due_days: number(),
  reminder_days: field("", (typed) =>
    typed
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(numberOf),
  ),
  dunning_suspension_days: field("", (typed) => (typed.trim() === "" ? null : numberOf(typed))),
});
const signUp = defineForm(settingsChange, {
  sign_up: chosen<OperatorSettings["sign_up"]>("open"),
  sign_up_domains: texts(/[\s,]+/),
  new_organizations: chosen<OperatorSettings["new_organizations"]>("everyone"),
});
const logo = defineForm(async () => (await schemas()).SetLogo, { content: chosen("") });

/** Says what was done, and renders name and look of every page anew. */
function useSettingsChanged(): (done: string) => Promise<unknown> {
  const changed = useInstallationChanged();
  const router = useRouter();
  return (done) => {
    router.refresh();
    return changed(done);
  };
}

export function EditLook({ settings: { name, accent }, open, onClose }: OfSettings) {
  const trpc = useTRPC();
  const changed = useSettingsChanged();
  const form = useForm(look, { name, accent: accent ?? "" });
  const typed = useWatch({ control: form.control, name: "accent" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Name and colour"
      lead="The colour is that of links and marks. It must be dark enough to be read; the dark theme lightens it."
      action="Save"
      form={form}
      change={trpc.operatorSettings.update}
      inputOf={(body) => body}
      onDone={(saved) => changed(`The cloud is called ${saved.name}`)}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
      <TextField
        label="Colour"
        autoComplete="off"
        placeholder="#2454d6"
        hint="Empty: the console's own"
        {...form.field("accent")}
      />
      <ColourPreview accent={typed} />
    </ChangeDialog>
  );
}

export function ChooseLogo({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const changed = useSettingsChanged();
  const form = useForm(logo);
  const [type, setType] = useState("");
  const [tooLarge, setTooLarge] = useState(false);
  const content = useWatch({ control: form.control, name: "content" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Logo"
      lead={`A PNG, WebP or JPEG of at most ${MOST_LOGO_BYTES / 1024} KiB. It stands beside the name, 24 pixels high.`}
      action="Set logo"
      form={form}
      refusal={content === "" ? "Choose a file." : null}
      change={trpc.operatorSettings.setLogo}
      inputOf={(body) => body}
      onDone={() => changed("Set the logo")}
    >
      <TextField
        label="File"
        type="file"
        accept="image/png,image/webp,image/jpeg"
        error={tooLarge ? `must be of at most ${MOST_LOGO_BYTES / 1024} KiB` : form.errorOf("content")}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file === undefined) return;
          setTooLarge(file.size > MOST_LOGO_BYTES);
          form.setValue("content", "");
          if (file.size > MOST_LOGO_BYTES) return;
          setType(file.type);
          void base64Of(file).then((base64) => form.setValue("content", base64));
        }}
      />
      {content !== "" && (
        // biome-ignore lint/performance/noImgElement: the file is not on a server yet
        <img src={`data:${type};base64,${content}`} alt="The logo that is chosen" className="max-h-12 max-w-48" />
      )}
    </ChangeDialog>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function RemoveLogo(state: DialogState) {
  const trpc = useTRPC();
  const changed = useSettingsChanged();
  return (
    <ConfirmChange
      {...state}
      change={trpc.operatorSettings.removeLogo}
      input={undefined}
      plan={trpc.changePlan.operatorSettings.removeLogo}
      onDone={() => changed("Removed the logo")}
      title="Remove the logo?"
      action="Remove logo"
      lead="Pages show the console's own."
    />
  );
}

export function EditHelp({ settings, open, onClose }: OfSettings) {
  const trpc = useTRPC();
  const changed = useSettingsChanged();
  const form = useForm(help, {
    support_email: settings.support_email ?? "",
    support_url: settings.support_url ?? "",
    terms_url: settings.terms_url ?? "",
  });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Help"
      lead="Whom people ask when a wallet is empty or something is refused."
      action="Save"
      form={form}
      change={trpc.operatorSettings.update}
      inputOf={(body) => body}
      onDone={() => changed("Saved whom to ask")}
    >
      <TextField label="Support e-mail" type="email" autoComplete="off" {...form.field("support_email")} />
      <TextField label="Support page" type="url" autoComplete="off" {...form.field("support_url")} />
      <TextField label="Terms of service" type="url" autoComplete="off" {...form.field("terms_url")} />
    </ChangeDialog>
  );
}

export function EditCurrency({ settings, open, onClose }: OfSettings) {
  const trpc = useTRPC();
  const changed = useSettingsChanged();
  const form = useForm(currency, { currency: settings.currency });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Currency"
      lead="It can be changed until something is priced, budgeted or charged in it. Prices keep their numbers."
      action="Save"
      form={form}
      change={trpc.operatorSettings.update}
      inputOf={(body) => body}
      onDone={(saved) => changed(`Prices are in ${saved.currency}`)}
    >
      <TextField label="Currency" autoComplete="off" hint="ISO 4217, such as EUR" {...form.field("currency")} />
    </ChangeDialog>
  );
}

export function EditDunning({ settings, open, onClose }: OfSettings) {
  const trpc = useTRPC();
  const changed = useSettingsChanged();
  const form = useForm(dunning, {
    invoice_due_days: String(settings.invoice_due_days),
    reminder_days: settings.reminder_days.join(", "),
    dunning_suspension_days: String(settings.dunning_suspension_days ?? ""),
  });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Due dates"
      lead="Invoices that are issued keep their due date. Reminders and suspension count from it."
      action="Save"
      form={form}
      change={trpc.operatorSettings.update}
      inputOf={(body) => body}
      onDone={() => changed("Saved when invoices are due")}
    >
      <TextField label="Days until due" inputMode="numeric" autoComplete="off" {...form.field("invoice_due_days")} />
      <TextField
        label="Days until reminders"
        autoComplete="off"
        hint="After the due date, ascending, such as 3, 10. Empty: none"
        {...form.field("reminder_days")}
      />
      <TextField
        label="Days until suspension"
        inputMode="numeric"
        autoComplete="off"
        hint="After the due date. Empty: never"
        {...form.field("dunning_suspension_days")}
      />
    </ChangeDialog>
  );
}

export function EditSignUp({ settings, open, onClose }: OfSettings) {
  const trpc = useTRPC();
  const changed = useSettingsChanged();
  const { sign_up, sign_up_domains, new_organizations } = settings;
  const form = useForm(signUp, { sign_up, sign_up_domains: sign_up_domains.join("\n"), new_organizations });
  const byDomain = useWatch({ control: form.control, name: "sign_up" }) === "domains";
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Sign-up"
      lead="It is asked at the first single sign-on. Accounts that are there stay."
      action="Save"
      form={form}
      change={trpc.operatorSettings.update}
      inputOf={(body) => body}
      onDone={() => changed("Saved who may sign up")}
    >
      <SelectField label="An account is for" {...form.field("sign_up")}>
        <option value="open">Everybody</option>
        <option value="domains">The invited, and addresses of some domains</option>
        <option value="invited">The invited</option>
      </SelectField>
      {byDomain && (
        <TextArea
          label="Domains"
          hint="One on each line. Each is meant alone, without the domains below it."
          {...form.field("sign_up_domains")}
        />
      )}
      <SelectField label="Organizations are made by" {...form.field("new_organizations")}>
        <option value="everyone">Everybody</option>
        <option value="operators">Operators</option>
      </SelectField>
    </ChangeDialog>
  );
}
