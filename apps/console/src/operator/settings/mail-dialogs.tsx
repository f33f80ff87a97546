"use client";

import type { OperatorMail } from "@fulmar/contract";
import { chosen, defineForm, field, nullableText, number, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { TestMailOutcome } from "./test-mail-outcome.tsx";
import { TryValues } from "./try-values.tsx";

const setMail = defineForm(async () => (await import("@fulmar/contract/operator")).SetMail, {
  host: text(),
  port: number("587"),
  encryption: chosen<NonNullable<OperatorMail["encryption"]>>("starttls"),
  username: nullableText,
  password: field("", (typed) => (typed === "" ? undefined : typed)),
  sender: text(),
});

export function SetMailServer({ server, open, onClose }: { server: OperatorMail } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(setMail, {
    host: server.host ?? "",
    port: String(server.port ?? 587),
    encryption: server.encryption ?? "starttls",
    username: server.username ?? "",
    sender: server.sender ?? "",
  });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Mail server"
      lead="Mails are sent by it from the next one on. Try it first: a mail to your own address shows what it says."
      action="Save"
      form={form}
      change={trpc.operatorMail.set}
      inputOf={(body) => body}
      onDone={({ host }) => changed(`Mails are sent by ${host}`)}
    >
      <TextField label="Server" autoComplete="off" placeholder="mail.example.com" {...form.field("host")} />
      <TextField label="Port" inputMode="numeric" autoComplete="off" {...form.field("port")} />
      <SelectField label="Encryption" {...form.field("encryption")}>
        <option value="starttls">STARTTLS, often at port 587</option>
        <option value="tls">TLS, often at port 465</option>
        <option value="none">Where the server offers it, without a login</option>
      </SelectField>
      <TextField label="User name" autoComplete="off" hint="Empty: no login" {...form.field("username")} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={server.password_set ? "Empty: the one that is there, for the same server and user name" : undefined}
        {...form.field("password")}
      />
      <TextField
        label="Sender"
        autoComplete="off"
        placeholder="Fulmar <fulmar@example.com>"
        {...form.field("sender")}
      />
      <TryValues form={form} by={trpc.operatorMail.try} action="Try it">
        {(mail) => <TestMailOutcome key={mail.mail_id} mail={mail} />}
      </TryValues>
    </ChangeDialog>
  );
}

export function RemoveMailServer(state: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  return (
    <ConfirmChange
      {...state}
      change={trpc.operatorMail.remove}
      input={undefined}
      plan={trpc.changePlan.operatorMail.remove}
      onDone={() => changed("Removed the mail server")}
      title="Remove the mail server?"
      action="Remove mail server"
      lead="No mail is sent from then on, so nobody can reset a password, and what waits to be sent is given up."
    />
  );
}
