import type { ComputeOperation, OperationAction, OperationStatus, Page, VmType } from "@fulmar/contract";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { OperationRepository, toComputeOperation } from "./operation-repository.ts";
import { vmNoun } from "./refuse-vm-change.ts";
import { VmRepository } from "./vm-repository.ts";

interface HistoryQuery {
  readonly vm_id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: OperationStatus | undefined;
  readonly action?: OperationAction | undefined;
}

/** What was done with one VM, newest first. @throws DomainError 404 */
export async function listVmOperations(
  context: RequestContext,
  type: VmType,
  { limit, cursor, ...filter }: HistoryQuery,
): Promise<Page<ComputeOperation>> {
  const after = decodeCursor(cursor, "op");
  if (!(await new VmRepository(context.sql, context.workspace.id).exists(type, filter.vm_id)))
    throw notFound(vmNoun(type));
  const rows = await new OperationRepository(context.sql, context.workspace.id).list(filter, after, limit + 1);
  return toPage(rows, limit, (row) => row.operation_id, toComputeOperation);
}
