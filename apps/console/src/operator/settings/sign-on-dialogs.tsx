"use client";

import { nameOfRole, type OperatorSignInProvider, SIGN_ON_ROLES } from "@fulmar/contract";
import { chosen, defineForm, field, nullableText, text, texts, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { SignOnOutcome } from "./check-single-sign-on.tsx";
import { TryValues } from "./try-values.tsx";

const setSignOn = defineForm(async () => (await import("@fulmar/contract/operator")).SetSingleSignOn, {
  issuer: text(),
  client_id: text(),
  client_secret: field("", (typed) => (typed === "" ? undefined : typed)),
  name: text("single sign-on"),
  domains: texts(/[\s,]+/),
  organization_id: nullableText,
  role: chosen<(typeof SIGN_ON_ROLES)[number]>("viewer"),
  passwords_off: chosen<boolean>(false),
});

export function SetSignOn({ provider, open, onClose }: { provider: OperatorSignInProvider } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(setSignOn, {
    issuer: provider.issuer ?? "",
    client_id: provider.client_id ?? "",
    name: provider.name ?? "single sign-on",
    domains: provider.domains.join("\n"),
    organization_id: provider.organization_id ?? "",
    role: provider.role ?? "viewer",
    passwords_off: provider.passwords_off,
  });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Single sign-on"
      lead="Register this console at the provider first: its redirect URI ends in /api/sso/callback/oidc."
      action="Save"
      form={form}
      change={trpc.operatorSingleSignOn.set}
      inputOf={(body) => body}
      onDone={({ name }) => changed(`People sign in with ${name}`)}
    >
      <TextField
        label="Issuer"
        type="url"
        autoComplete="off"
        placeholder="https://id.example.com"
        {...form.field("issuer")}
      />
      <TextField label="Client id" autoComplete="off" {...form.field("client_id")} />
      <TextField
        label="Client secret"
        type="password"
        autoComplete="new-password"
        hint={provider.client_secret_set ? "Empty: the one that is there, for the same issuer and client" : undefined}
        {...form.field("client_secret")}
      />
      <TextField label="Name" autoComplete="off" hint="As the sign-in page calls it" {...form.field("name")} />
      <TextArea
        label="Domains"
        hint="Of addresses that may sign in, one on each line. Empty: all that the provider has verified"
        {...form.field("domains")}
      />
      <TextField
        label="Organization"
        autoComplete="off"
        hint="The id of the one that new users join. Empty: they join by invitations"
        {...form.field("organization_id")}
      />
      <SelectField label="Role in it" {...form.field("role")}>
        {SIGN_ON_ROLES.map((role) => (
          <option key={role} value={role}>
            {nameOfRole(role)}
          </option>
        ))}
      </SelectField>
      <CheckOption
        label="Refuse passwords and passkeys"
        hint="Sign in by the provider first. If it no longer works, FULMAR_SSO_ONLY=false on the host lets you in."
        {...form.register("passwords_off")}
      />
      <TryValues form={form} by={trpc.operatorSingleSignOn.try} action="Try it">
        {(found) => <SignOnOutcome found={found} />}
      </TryValues>
    </ChangeDialog>
  );
}

export function RemoveSignOn(state: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  return (
    <ConfirmChange
      {...state}
      change={trpc.operatorSingleSignOn.remove}
      input={undefined}
      plan={trpc.changePlan.operatorSingleSignOn.remove}
      onDone={() => changed("Removed single sign-on")}
      title="Remove single sign-on?"
      action="Remove single sign-on"
      lead="Passwords and passkeys are taken again. Who has neither chooses a password by a mailed link."
    />
  );
}
