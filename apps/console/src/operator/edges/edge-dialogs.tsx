"use client";

import { DEFAULT_LINE_GBITS, type OperatorEdge } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, number, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog, FormDialog } from "@/components/form-dialog.tsx";
import { Removal } from "../removal.tsx";
import { ShownToken } from "../shown-token.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly edge: OperatorEdge } & DialogState;

const TOKEN_LEAD =
  "Give it to the agent on the edge's host as FULMAR_EDGE_TOKEN. It works once, within 24 hours, and is not shown again.";
const LINE_HINT = "What its line carries. Reports of more traffic than that are refused.";

const newEdge = defineForm(async () => (await import("@fulmar/contract/operator")).NewEdge, {
  name: text(),
  site_id: chosen(""),
  serves_cdn: chosen(false),
  line_gbits: number(String(DEFAULT_LINE_GBITS)),
});

/** Adds an edge to a site, then shows its token once. */
export function AddEdge({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(newEdge);
  const input = newEdge.body(useWatch({ control: form.control, compute: (all) => all }));
  const { data: sites = [], error } = useQuery(trpc.operatorSite.list.queryOptions());
  const create = useMutation(
    trpc.operatorEdge.create.mutationOptions({
      // The token is kept only in this dialog.
      gcTime: 0,
      onSuccess: ({ name }) => changed(`Added ${name}`),
      onError: form.showErrors,
    }),
  );
  const close = () => {
    create.reset();
    onClose();
  };
  if (create.data !== undefined)
    return (
      <ShownToken
        title={`The token of ${create.data.name}`}
        lead={TOKEN_LEAD}
        token={create.data.token}
        onClose={close}
      />
    );
  const submit = form.handleSubmit((body) => create.mutate(body));
  const isWhole = input.name !== "" && input.site_id !== "" && Number.isInteger(input.line_gbits);
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Add an edge"
      lead="From then on edges serve the load balancers of the site, and its provider no longer does."
      action="Add edge"
      busy={create.isPending}
      error={create.error ?? error}
      plan={isWhole ? planOf(trpc.changePlan.operatorEdge.create, input) : null}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Name" autoFocus autoComplete="off" placeholder="front-1" {...form.field("name")} />
      <SelectField label="Site" {...form.field("site_id")}>
        <option value="">Choose a site</option>
        {sites.map(({ site_id, name }) => (
          <option key={site_id} value={site_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <CheckOption
        label="Let it serve the CDN, too"
        hint="It gets the distributions and keys of all workspaces."
        {...form.register("serves_cdn")}
      />
      <TextField label="Line, in Gbit/s" inputMode="numeric" hint={LINE_HINT} {...form.field("line_gbits")} />
    </FormDialog>
  );
}

/** Makes a new token for the agent of an edge, and shows it once. */
export function RenewEdgeToken({ edge: { edge_id, name }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const renew = useMutation(
    trpc.operatorEdge.renewToken.mutationOptions({ gcTime: 0, onSuccess: () => changed(`A new token for ${name}`) }),
  );
  const close = () => {
    renew.reset();
    onClose();
  };
  if (renew.data !== undefined)
    return <ShownToken title={`The token of ${name}`} lead={TOKEN_LEAD} token={renew.data.token} onClose={close} />;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={`A new token for ${name}`}
      lead={
        "For an agent that has lost its credential or moves to another host. A former token that was not used ends at " +
        "once; the credential of its agent ends when the new token is used."
      }
      action="Make token"
      busy={renew.isPending}
      error={renew.error}
      onSubmit={(event) => {
        event.preventDefault();
        renew.mutate({ edge_id });
      }}
    >
      {null}
    </FormDialog>
  );
}

const line = defineForm(async () => (await import("@fulmar/contract/operator")).EdgeChange, { line_gbits: number() });

/** Changes what the line of an edge carries. */
export function ChangeLine({ edge: { edge_id, name, line_gbits }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(line, { line_gbits: String(line_gbits) });
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`The line of ${name}`}
      lead={LINE_HINT}
      action="Set line rate"
      change={trpc.operatorEdge.update}
      inputOf={(body) => ({ edge_id, ...body })}
      onDone={() => changed(`Changed the line of ${name}`)}
    >
      <TextField label="Line, in Gbit/s" autoFocus inputMode="numeric" {...form.field("line_gbits")} />
    </ChangeDialog>
  );
}

/** Removes an edge, if another one serves what it serves, or by force. */
export function RemoveEdge({ edge: { edge_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [force, setForce] = useState(false);
  return (
    <Removal
      {...state}
      name={name}
      lead={
        "The credential of its agent ends at once, and the addresses that it held go to others. Stop its servers first: " +
        "they go on until you do."
      }
      action="Remove edge"
      change={trpc.operatorEdge.remove}
      plan={trpc.changePlan.operatorEdge.remove}
      inputOf={(reason) => ({ edge_id, force, reason })}
      onDone={() => changed(`Removed ${name}`)}
    >
      <CheckOption
        label="Also if it alone serves something"
        hint="The provider of the site serves its load balancers then, where it can, and nobody the CDN."
        checked={force}
        onChange={(event) => setForce(event.currentTarget.checked)}
      />
    </Removal>
  );
}
