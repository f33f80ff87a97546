"use client";

import type { LoadBalancerListener, LoadBalancerPool } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { chosen, defineForm, type FormInUse, nullableText, number, rows, text, texts, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CertificateFields } from "./certificate-fields.tsx";

const USUAL_PORT = { http: "80", https: "443" } as const;
const putListener = defineForm(
  async () => (await import("@fulmar/contract/load-balancing")).loadBalancerListenerCreate.body,
  {
    name: text(),
    protocol: chosen<LoadBalancerListener["protocol"]>("http"),
    port: number(USUAL_PORT.http),
    store_id: chosen(""),
    // The secret's id.
    certificate: chosen(""),
    additional_certificates: rows((secret: { store_id: string; secret_id: string }) => secret),
    domains: texts(/[\s,]+/),
    idle_timeout_seconds: number("60"),
    default_pool_id: nullableText,
  },
  ({ store_id, certificate, additional_certificates, domains, ...body }) => ({
    ...body,
    ...(body.protocol === "https"
      ? {
          certificate: certificate === "" ? null : { store_id, secret_id: certificate },
          additional_certificates,
          domains,
        }
      : { certificate: null, additional_certificates: [], domains: [] }),
  }),
);
export type ListenerForm = FormInUse<typeof putListener>;

const valuesOf = (listener: LoadBalancerListener): typeof putListener.initial => ({
  ...{ name: listener.name, protocol: listener.protocol, port: String(listener.port) },
  ...{ store_id: listener.certificate?.store_id ?? "", certificate: listener.certificate?.secret_id ?? "" },
  additional_certificates: listener.additional_certificates,
  domains: listener.domains.join("\n"),
  idle_timeout_seconds: String(listener.idle_timeout_seconds),
  default_pool_id: listener.default_pool_id ?? "",
});

/** @param listener undefined for a new one; rules have their own dialog */
export function ListenerDialog({
  open,
  onClose,
  loadBalancerId,
  pools,
  listener,
}: {
  open: boolean;
  onClose: () => void;
  loadBalancerId: string;
  pools: readonly LoadBalancerPool[];
  listener: LoadBalancerListener | undefined;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(putListener, listener === undefined ? {} : valuesOf(listener));
  const outcome = {
    onSuccess: async ({ name }: { name: string }) => {
      onClose();
      await changed(`Saved ${name}`);
    },
    onError: (error: unknown) => {
      form.showErrors(error);
      const { code } = problemOf(error);
      if (code === "name_taken") form.setError("name", { message: "is taken in this balancer" });
      if (code === "port_taken") form.setError("port", { message: "is another listener's" });
    },
  };
  const create = useMutation(trpc.loadBalancerListener.create.mutationOptions(outcome));
  const update = useMutation(trpc.loadBalancerListener.update.mutationOptions(outcome));
  const submit = form.handleSubmit((values) => {
    const body = { workspace_id: workspaceId, load_balancer_id: loadBalancerId, ...values };
    if (listener === undefined) create.mutate(body);
    else update.mutate({ ...body, listener_id: listener.listener_id });
  });
  const protocol = form.watch("protocol");
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      wide
      title={listener === undefined ? "New listener" : `Edit ${listener.name}`}
      lead="A port, its protocol, and the default pool for requests that match no rule."
      action={listener === undefined ? "Create listener" : "Save listener"}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={(event) => void submit(event)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoComplete="off" {...form.field("name")} />
        <SelectField
          label="Protocol"
          error={form.errorOf("protocol")}
          {...form.register("protocol", {
            onChange: ({ target: { value } }) => {
              const usual = value === "https" ? USUAL_PORT.https : USUAL_PORT.http;
              if (Object.values<string>(USUAL_PORT).includes(form.getValues("port"))) form.setValue("port", usual);
            },
          })}
        >
          <option value="http">HTTP</option>
          <option value="https">HTTPS</option>
          <option value="tcp">TCP</option>
          <option value="udp">UDP</option>
        </SelectField>
        <TextField label="Port" inputMode="numeric" {...form.field("port")} />
        <TextField label="Idle timeout (seconds)" inputMode="numeric" {...form.field("idle_timeout_seconds")} />
      </div>
      {protocol === "https" && <CertificateFields form={form} />}
      <SelectField label="Default pool" hint="TCP and UDP need one." {...form.field("default_pool_id")}>
        <option value="">None</option>
        {pools.map(({ pool_id, name }) => (
          <option key={pool_id} value={pool_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
