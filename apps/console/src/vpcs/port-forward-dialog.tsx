"use client";

import type { ForwardProtocol, NatGateway } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { chosen, defineForm, nullableText, number, rawText, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmSelect } from "@/vms/listed-vms.tsx";
import { useNodes } from "./use-vpc.ts";

const createPortForward = defineForm(
  async () => (await import("@fulmar/contract/networking")).CreatePortForward,
  {
    protocol: chosen<ForwardProtocol>("tcp"),
    public_port: number(),
    vm_id: chosen(""),
    // Empty for the same port.
    private_port: rawText(),
    description: nullableText,
  },
  ({ public_port, private_port, ...body }) => ({
    ...body,
    public_port,
    private_port: private_port === "" ? public_port : Number(private_port),
  }),
);

export function PortForwardDialog({ gateway, onClose }: { gateway: NatGateway; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const nodes = useNodes(gateway.vpc_id).data?.items ?? [];
  const behind = new Set(
    nodes.filter(({ subnet_id }) => gateway.subnet_ids.includes(subnet_id)).map(({ vm_id }) => vm_id),
  );
  const form = useForm(createPortForward);
  const create = useMutation(
    trpc.portForward.create.mutationOptions({
      onSuccess: async ({ protocol, public_port }) => {
        onClose();
        await changed(`${protocol.toUpperCase()} ${public_port} is forwarded`);
      },
      onError: (error) => {
        form.showErrors(error);
        const { code } = problemOf(error);
        if (code === "port_forwarded") form.setError("public_port", { message: "is forwarded already" });
      },
    }),
  );
  const target = { workspace_id: workspaceId, vpc_id: gateway.vpc_id, nat_gateway_id: gateway.nat_gateway_id };
  const submit = form.handleSubmit((body) => create.mutate({ ...target, ...body }));
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Forward a port"
      lead={`A port of ${gateway.public_ip ?? gateway.name} that is forwarded to a VM in one of the gateway's subnets.`}
      action="Forward port"
      busy={create.isPending}
      error={create.error}
      refusal={behind.size === 0 ? "No VM is in a subnet of the gateway; attach one first." : null}
      onSubmit={(event) => void submit(event)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Protocol" {...form.register("protocol")}>
          <option value="tcp">TCP</option>
          <option value="udp">UDP</option>
        </SelectField>
        <TextField label="Public port" inputMode="numeric" autoComplete="off" {...form.field("public_port")} />
      </div>
      <VmSelect label="VM" only={behind} {...form.field("vm_id")} />
      <TextField
        label="Port of the VM"
        inputMode="numeric"
        autoComplete="off"
        hint="Leave empty to use the public port"
        {...form.field("private_port")}
      />
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
    </FormDialog>
  );
}
