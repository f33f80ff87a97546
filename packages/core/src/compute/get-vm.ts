import type { VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { vmNoun } from "./refuse-vm-change.ts";
import { findVmDetail, type VmDetailRow } from "./vm-detail.ts";

/** @throws DomainError 404 */
export async function getVm(
  context: RequestContext,
  type: VmType,
  { vm_id }: { readonly vm_id: string },
): Promise<VmDetailRow> {
  const row = await findVmDetail(context.sql, context.workspace.id, type, vm_id);
  if (row === undefined) throw notFound(vmNoun(type));
  return row;
}
