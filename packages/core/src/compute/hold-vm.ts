import type { VmStatus, VmType } from "@fulmar/contract";
import { type Query, statement } from "@fulmar/prisma";
import type { Workspace } from "../request/caller.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { vmNoun } from "./refuse-vm-change.ts";

/** A VM that stays as it is until the transaction ends. */
export interface HeldVm {
  name: string;
  status: VmStatus;
  operation_id: string | null;
  disk_gb: number;
  rescue_enabled: boolean;
  tags: string[];
}

const hold = statement(
  "vm_hold",
  `SELECT name, status::text, operation_id, disk_gb, rescue_enabled, tags FROM vm
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND type = $3::vm_type FOR NO KEY UPDATE`,
);

/** What `holdVm` asks. */
export function holdQuery(workspace: Workspace, type: VmType, vmId: string): Query {
  return { statement: hold, values: [workspace.id, vmId, type] };
}

/** Holds a VM, for a change that depends on what the VM is. @throws DomainError 404 */
export async function holdVm(context: RequestContext, type: VmType, vmId: string): Promise<HeldVm> {
  const { statement: asked, values } = holdQuery(context.workspace, type, vmId);
  const [vm] = await context.sql.queryAs<HeldVm>(asked, values);
  if (vm === undefined) throw notFound(vmNoun(type));
  return vm;
}
