"use client";

import type { LoadBalancerListener, LoadBalancerPool } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CertificateFields } from "./certificate-fields.tsx";
import { listenerValues, putListener, USUAL_PORT } from "./listener-form.ts";

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
  const form = useForm(putListener, listener === undefined ? {} : listenerValues(listener));
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
