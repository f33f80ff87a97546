"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { UseFormSetError } from "react-hook-form";
import { showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VM_PAGES, type VmKind } from "@/vm-detail/vm-kind.ts";
import { vmProcedures } from "@/vm-detail/vm-procedures.ts";
import { type CreateVmValues, toCreateVm, VM_FIELDS } from "./create-vm-values.ts";

/** Sends a filled-in form, and leads to the VM's page. What the server finds wrong is shown at its fields. */
export function useCreateVm(kind: VmKind, setError: UseFormSetError<CreateVmValues>) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const create = useMutation(
    vmProcedures(useTRPC(), kind).vm.create.mutationOptions({
      onSuccess: ({ vm_id }, { name }) => {
        notify.begun(`Creating ${name}`, "It is on its way to running.");
        router.push(workspaceHref(workspaceId, `${VM_PAGES[kind].page}/${vm_id}`));
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, VM_FIELDS, setError),
    }),
  );
  return {
    send: (values: CreateVmValues) => create.mutate({ workspace_id: workspaceId, ...toCreateVm(values) }),
    error: create.error,
    busy: create.isPending || create.isSuccess,
  };
}
