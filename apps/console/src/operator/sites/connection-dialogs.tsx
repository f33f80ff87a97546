"use client";

import type { OperatorSiteDetails } from "@fulmar/contract";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, field, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { Removal } from "../removal.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { CertificateFields } from "./certificate-fields.tsx";

type ForOne = { readonly site: OperatorSiteDetails } & DialogState;

const CARRIED_OUT = "A worker does it within seconds; the decision says how it ended.";

const check = defineForm(async () => (await import("@fulmar/contract/operator")).SiteCheck, {
  restrict: chosen(false),
});

/** Has a worker ask the server of a site now. */
export function CheckSite({ site: { site_id, name, connected }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(check);
  const body = check.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Check ${name} now?`}
      lead={
        connected
          ? "A worker asks its server whether it answers and what it has."
          : "A worker tries again to connect its server."
      }
      action="Check site"
      change={trpc.operatorSite.check}
      inputOf={(sent) => ({ site_id, ...sent })}
      onDone={() => changed(`Checking ${name}`, CARRIED_OUT)}
      plan={planOf(trpc.changePlan.operatorSite.check, { site_id, ...body })}
    >
      <CheckOption
        label="Restrict its project"
        hint="To what machines need, if an earlier version of Fulmar made it."
        {...form.register("restrict")}
      />
    </ChangeDialog>
  );
}

const renewal = defineForm(async () => (await import("@fulmar/contract/operator")).SiteRenewal, {
  client_cert: field("", (typed) => typed),
  client_key: field("", (typed) => typed),
  server_cert: field("", (typed) => (typed.trim() === "" ? undefined : typed)),
});

/** Has the certificates of a site's connection replaced. */
export function RenewSite({ site: { site_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(renewal);
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Renew the certificates of ${name}`}
      lead="A worker tries them first. Nothing has to be restarted."
      action="Renew certificates"
      change={trpc.operatorSite.renew}
      inputOf={(sent) => ({ site_id, ...sent })}
      onDone={() => changed(`Renewing the certificates of ${name}`, CARRIED_OUT)}
    >
      <CertificateFields
        field={(each) => form.field(each)}
        client="In PEM: the one that the server trusts."
        server="In PEM. Empty: the present one stays."
      />
    </ChangeDialog>
  );
}

const range = defineForm(async () => (await import("@fulmar/contract/operator")).AddressRange, { range: text() });

/** Adds public addresses to a site. */
export function AddAddresses({ site: { site_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(range);
  const body = range.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Add addresses to ${name}`}
      lead="Your network has to route them to the site. Those that are there stay as they are."
      action="Add addresses"
      change={trpc.operatorSite.addAddresses}
      inputOf={(sent) => ({ site_id, ...sent })}
      onDone={() => changed(`Added addresses to ${name}`)}
      plan={body.range === "" ? null : planOf(trpc.changePlan.operatorSite.addAddresses, { site_id, ...body })}
    >
      <TextField
        label="Range"
        autoFocus
        autoComplete="off"
        placeholder="198.51.100.0/28"
        hint="A /16 at most. The first and the last address of a network are left out."
        {...form.field("range")}
      />
    </ChangeDialog>
  );
}

/** Has a site without resources removed. */
export function RemoveSite({ site: { site_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [gone, setGone] = useState(false);
  return (
    <Removal
      {...state}
      name={name}
      lead="What Fulmar made on its server is removed first, then the site. It has to be without resources."
      action="Remove site"
      change={trpc.operatorSite.remove}
      plan={trpc.changePlan.operatorSite.remove}
      inputOf={(reason) => ({ site_id, confirm: name, server_gone: gone, reason })}
      onDone={() => changed(`Removing ${name}`, CARRIED_OUT)}
    >
      <CheckOption
        label="Its server is gone"
        hint="Nothing is removed from it."
        checked={gone}
        onChange={(event) => setGone(event.currentTarget.checked)}
      />
    </Removal>
  );
}
