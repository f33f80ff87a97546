"use client";

import type { LoadBalancerPool, LoadBalancerTarget } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { chosen, defineForm, number, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmSelect } from "@/vms/listed-vms.tsx";

const putTarget = defineForm(
  async () => (await import("@fulmar/contract/load-balancing")).TargetSettings,
  {
    kind: chosen<"vm" | "ip">("vm"),
    vm_id: chosen(""),
    ip: text(),
    port: number("80"),
    weight: number("1"),
    enabled: chosen(true),
  },
  ({ kind, vm_id, ip, ...settings }) => ({ ...(kind === "vm" ? { vm_id } : { ip }), ...settings }),
);

const valuesOf = ({ vm_id, ip, port, weight, enabled }: LoadBalancerTarget): typeof putTarget.initial => ({
  ...{ kind: vm_id === null ? "ip" : "vm", vm_id: vm_id ?? "", ip: ip ?? "" },
  ...{ port: String(port), weight: String(weight), enabled },
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
  const form = useForm(putTarget, target === undefined ? {} : valuesOf(target));
  const { dirtyFields } = form.formState;
  const outcome = {
    onSuccess: async () => {
      onClose();
      await changed(target === undefined ? `Added a target to ${pool.name}` : `Saved ${target.name}`);
    },
    onError: form.showErrors,
  };
  const create = useMutation(trpc.loadBalancerTarget.create.mutationOptions(outcome));
  const update = useMutation(trpc.loadBalancerTarget.update.mutationOptions(outcome));
  const submit = form.handleSubmit((body) => {
    const place = { workspace_id: workspaceId, load_balancer_id: loadBalancerId, pool_id: pool.pool_id };
    if (target === undefined) return create.mutate({ ...place, ...body });
    const { port, weight, enabled } = body;
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
      lead="A VM of the workspace, at its private address, or an address in the VPC of the load balancer."
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
            <VmSelect label="VM" {...form.field("vm_id")} />
          ) : (
            <TextField label="Address" placeholder="10.0.0.9" autoComplete="off" {...form.field("ip")} />
          )}
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Port" inputMode="numeric" {...form.field("port")} />
        <TextField label="Weight" inputMode="numeric" hint="0 gets no new connections" {...form.field("weight")} />
      </div>
      <CheckOption
        label="Enabled"
        hint="A disabled target finishes its connections and gets no new ones."
        {...form.register("enabled")}
      />
    </FormDialog>
  );
}
