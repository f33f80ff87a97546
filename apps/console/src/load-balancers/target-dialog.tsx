"use client";

import type { LoadBalancerPool, LoadBalancerTarget } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { MachineSelect } from "@/networking/machine-select.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const schema = async () => (await import("@fulmar/contract/load-balancing")).TargetSettings;

interface Values {
  readonly kind: "vm" | "ip";
  readonly vm_id: string;
  readonly ip: string;
  readonly port: string;
  readonly weight: string;
  readonly enabled: boolean;
}

const settingsOf = ({ port, weight, enabled }: Values) => ({ port: Number(port), weight: Number(weight), enabled });
const targetOf = (values: Values) => ({
  ...(values.kind === "vm" ? { vm_id: values.vm_id } : { ip: values.ip.trim() }),
  ...settingsOf(values),
});

/** @param target undefined for a new one; the address or VM of an existing target cannot change */
export function TargetDialog({
  open,
  onClose,
  loadBalancerId,
  pool,
  target,
}: {
  open: boolean;
  onClose: () => void;
  loadBalancerId: string;
  pool: LoadBalancerPool;
  target: (LoadBalancerTarget & { readonly name: string }) | undefined;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm<Values>({
    resolver: contractResolver(schema, targetOf),
    defaultValues: {
      ...{
        kind: target === undefined || target.vm_id !== null ? "vm" : "ip",
        vm_id: target?.vm_id ?? "",
        ip: target?.ip ?? "",
      },
      ...{
        port: target === undefined ? "80" : String(target.port),
        weight: String(target?.weight ?? 1),
        enabled: target?.enabled ?? true,
      },
    },
  });
  const { errors, dirtyFields } = form.formState;
  const outcome = {
    onSuccess: async () => {
      onClose();
      await changed(target === undefined ? `Added a target to ${pool.name}` : `Saved ${target.name}`);
    },
    onError: (error: unknown) =>
      showFieldErrors(problemOf(error).errors, ["vm_id", "ip", "port", "weight"], form.setError),
  };
  const create = useMutation(trpc.loadBalancerTarget.create.mutationOptions(outcome));
  const update = useMutation(trpc.loadBalancerTarget.update.mutationOptions(outcome));
  const submit = form.handleSubmit((values) => {
    const place = { workspace_id: workspaceId, load_balancer_id: loadBalancerId, pool_id: pool.pool_id };
    if (target === undefined) return create.mutate({ ...place, ...targetOf(values) });
    const { port, weight, enabled } = settingsOf(values);
    // Unchanged fields are not sent, because another user may have changed them in the meantime.
    const changes = {
      ...(dirtyFields.port && { port }),
      ...(dirtyFields.weight && { weight }),
      ...(dirtyFields.enabled && { enabled }),
    };
    update.mutate({ ...place, target_id: target.target_id, ...changes });
  });
  const kind = form.watch("kind");
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={target === undefined ? `Add a target to ${pool.name}` : `Edit ${target.name}`}
      lead="A VM of the workspace, at its private address, or an address of a private network."
      action={target === undefined ? "Add target" : "Save target"}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={(event) => void submit(event)}
    >
      {target === undefined && (
        <>
          <SelectField label="Target" {...form.register("kind")}>
            <option value="vm">A VM</option>
            <option value="ip">An address</option>
          </SelectField>
          {kind === "vm" ? (
            <MachineSelect label="VM" error={errors.vm_id?.message} {...form.register("vm_id")} />
          ) : (
            <TextField
              label="Address"
              placeholder="10.0.0.9"
              autoComplete="off"
              error={errors.ip?.message}
              {...form.register("ip")}
            />
          )}
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Port" inputMode="numeric" error={errors.port?.message} {...form.register("port")} />
        <TextField
          label="Weight"
          inputMode="numeric"
          hint="0 gets no new connections"
          error={errors.weight?.message}
          {...form.register("weight")}
        />
      </div>
      <CheckOption
        label="Enabled"
        hint="One that is not finishes what it has, and gets nothing new."
        {...form.register("enabled")}
      />
    </FormDialog>
  );
}
