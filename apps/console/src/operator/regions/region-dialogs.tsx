"use client";

import type { OperatorRegion } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, field, optionalText, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog, ChoiceDialog } from "@/components/form-dialog.tsx";
import { Removal } from "../removal.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly region: OperatorRegion } & DialogState;

const ASKED = "A worker asks its server within seconds; the list says what it saw.";

const newRegion = defineForm(async () => (await import("@fulmar/contract/operator")).NewRegion, {
  region: text(),
  name: text(),
  endpoint_url: text(),
  admin_url: optionalText,
  access_key: text(),
  secret_key: text(),
  site_id: field("", (chosenSite) => (chosenSite === "" ? undefined : chosenSite)),
  backend: chosen<"rgw">("rgw"),
});

/** Adds a region on a Ceph RADOS Gateway, which a worker connects. */
export function AddRegion(state: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(newRegion);
  const input = newRegion.body(useWatch({ control: form.control, compute: (all) => all }));
  const { data: sites = [], error } = useQuery(trpc.operatorSite.list.queryOptions());
  const { region, name, endpoint_url, access_key, secret_key } = input;
  const isWhole = [region, name, endpoint_url, access_key, secret_key].every((typed) => typed !== "");
  return (
    <ChangeDialog
      {...state}
      form={form}
      title="Add a region"
      lead="A worker asks its server within seconds. Customers see the region once it has answered and taken the key."
      action="Add region"
      error={error}
      change={trpc.operatorRegion.create}
      inputOf={(body) => body}
      onDone={() => changed(`Added ${name}`, ASKED)}
      plan={isWhole ? planOf(trpc.changePlan.operatorRegion.create, input) : null}
    >
      <TextField
        label="Id"
        autoFocus
        autoComplete="off"
        placeholder="eu-north-1"
        hint="Customers create buckets with it."
        {...form.field("region")}
      />
      <TextField label="Name" autoComplete="off" placeholder="Europe North 1" {...form.field("name")} />
      <TextField
        label="Endpoint"
        autoComplete="off"
        placeholder="https://s3.example.com"
        hint="Of S3 clients: the URL of a Ceph RADOS Gateway, without a path."
        {...form.field("endpoint_url")}
      />
      <TextField
        label="Endpoint of the Admin Ops API"
        autoComplete="off"
        hint="As workers reach it. Empty: the same."
        {...form.field("admin_url")}
      />
      <TextField
        label="Access key"
        autoComplete="off"
        hint="Of the control plane's user at the gateway."
        {...form.field("access_key")}
      />
      <TextField
        label="Secret key"
        type="password"
        autoComplete="off"
        hint="It is stored sealed, and never shown."
        {...form.field("secret_key")}
      />
      <SelectField label="Site" {...form.field("site_id")}>
        <option value="">none</option>
        {sites.map(({ site_id, name: ofSite }) => (
          <option key={site_id} value={site_id}>
            {ofSite}
          </option>
        ))}
      </SelectField>
    </ChangeDialog>
  );
}

/** Has a worker ask the server of a region now. */
export function CheckRegion({ region: { region, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const input = { region };
  return (
    <ChoiceDialog
      {...state}
      input={input}
      title={`Check ${name} now?`}
      lead="A worker asks its server whether it answers, takes the key, and has users that the database does not know."
      action="Check region"
      change={trpc.operatorRegion.check}
      onDone={() => changed(`Checking ${name}`, ASKED)}
    >
      {null}
    </ChoiceDialog>
  );
}

/** Removes a region without buckets. */
export function RemoveRegion({ region: { region, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  return (
    <Removal
      {...state}
      name={name}
      lead="It has to be without buckets. Nothing is removed from its server."
      action="Remove region"
      change={trpc.operatorRegion.remove}
      plan={trpc.changePlan.operatorRegion.remove}
      inputOf={(reason) => ({ region, reason })}
      onDone={() => changed(`Removed ${name}`)}
    />
  );
}
