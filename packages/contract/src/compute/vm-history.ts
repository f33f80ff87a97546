import { z } from "zod";
import { pageQuery } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { ComputeOperation, OperationAction, OperationStatus } from "./operation.ts";
import type { VmKind } from "./vm-changes.ts";
import { vmId } from "./vm-fields.ts";

/** What was done with a VM. */
export function vmHistoryOperation<const Kind extends string>({ kind, path, noun }: VmKind<Kind>) {
  return defineOperation({
    id: `${kind}.operations` as const,
    resource: "operation",
    family: "Compute",
    method: "GET",
    path: `${path}/{vm_id}/operations`,
    scope: "vm.read",
    summary: `List the operations of a ${noun}, newest first`,
    description: "Those of a deleted VM stay readable for as long as the VM itself.",
    params: vmId,
    query: { ...pageQuery(), status: OperationStatus.optional(), action: OperationAction.optional() },
    output: z.array(ComputeOperation),
    list: true,
    errors: ["not_found"],
  });
}
