"use client";

import { useWatch } from "react-hook-form";
import { chosen, defineForm, field, optionalText, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

/** A PEM text, sent as it was pasted. */
const pem = field("", (typed) => (typed.trim() === "" ? undefined : typed));

const served = {
  ...{ endpoint: optionalText, client_cert: pem, client_key: pem, server_cert: pem },
  ...{ project: optionalText, storage_pool: optionalText, network: optionalText, uplink: optionalText },
  instance_type: optionalText,
};

const newSite = defineForm(async () => (await import("@fulmar/contract/operator")).NewSite, {
  name: text(),
  location: optionalText,
  provider: chosen<"lxd" | "simulated">("lxd"),
  simulated: chosen(false),
  ...served,
});

/** Adds a site on a server, which a worker connects, or a simulated one. */
export function AddSite(state: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(newSite);
  const { name, location, provider, simulated, ...server } = newSite.body(
    useWatch({ control: form.control, compute: (all) => all }),
  );
  const has = provider === "simulated" ? {} : server;
  const input = { name, location, provider, simulated: provider === "simulated" && simulated, ...has };
  const isWhole = name !== "" && (provider === "simulated" || server.endpoint !== undefined);
  return (
    <ChangeDialog
      {...state}
      form={form}
      title="Add a site"
      lead="A worker connects its server within seconds. Until then nothing is sold there."
      action="Add site"
      change={trpc.operatorSite.create}
      inputOf={() => input}
      onDone={() => changed(`Added ${name}`, provider === "simulated" ? undefined : "Its page says how far it is.")}
      plan={isWhole ? planOf(trpc.changePlan.operatorSite.create, input) : null}
    >
      <TextField label="Name" autoFocus autoComplete="off" placeholder="Berlin" {...form.field("name")} />
      <TextField label="Location" autoComplete="off" hint="By default its name." {...form.field("location")} />
      <SelectField label="Its machines run on" {...form.field("provider")}>
        <option value="lxd">an LXD or Incus server, or a cluster of them</option>
        <option value="simulated">nothing: they are simulated, for trials</option>
      </SelectField>
      {provider === "simulated" ? (
        <CheckOption
          label="I mean machines that do not exist"
          hint="In production, customers would pay for them."
          {...form.register("simulated")}
        />
      ) : (
        <>
          <TextField
            label="Endpoint"
            autoComplete="off"
            placeholder="https://10.0.0.5:8443"
            hint="As workers reach it: https, or a socket such as unix:///var/lib/lxd/unix.socket."
            {...form.field("endpoint")}
          />
          <TextArea
            label="Client certificate"
            autoComplete="off"
            spellCheck={false}
            hint="For https, in PEM: the one that the server trusts."
            {...form.field("client_cert")}
          />
          <TextArea
            label="Client key"
            autoComplete="off"
            spellCheck={false}
            hint="The key of that certificate, in PEM. It is stored sealed, and never shown."
            {...form.field("client_key")}
          />
          <TextArea
            label="Server certificate"
            autoComplete="off"
            spellCheck={false}
            hint="In PEM. Empty: the authorities of the system are trusted."
            {...form.field("server_cert")}
          />
          <TextField label="Project" autoComplete="off" placeholder="fulmar" {...form.field("project")} />
          <TextField label="Storage pool" autoComplete="off" placeholder="default" {...form.field("storage_pool")} />
          <TextField
            label="Network"
            autoComplete="off"
            hint="Of VMs that are in no VPC. Empty: one is made."
            {...form.field("network")}
          />
          <TextField
            label="Uplink"
            autoComplete="off"
            hint="The uplink network of OVN networks. A cluster needs one."
            {...form.field("uplink")}
          />
          <SelectField label="Machines are" {...form.field("instance_type")}>
            <option value="">virtual machines where the server runs them</option>
            <option value="virtual-machine">virtual machines</option>
            <option value="container">containers</option>
          </SelectField>
        </>
      )}
    </ChangeDialog>
  );
}
