import type { Secrets } from "@fulmar/config";
import { type ApprovalDetail, RequestedField } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import { z } from "zod";
import { toTimestamp } from "../query/wire-form.ts";
import type { Caller } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import type { Entry } from "../request/door/door.ts";
import { callerFor, rightsRefusal } from "../request/door/rights.ts";
import { readableWith, visiblePlan } from "../request/plan/visible-plan.ts";
import type { Sealer } from "../request/sealing/sealed-value.ts";
import { type ApprovalRow, operationOf, planOf, readApproval, toApproval } from "./approvals.ts";
import { approvalRefusal, decisionRefusal, inputOf, lapseOfFirst } from "./decidable.ts";
import { sealerOfInputs } from "./sealed-input.ts";
import { shownRequest, warningsOf } from "./shown-request.ts";

const StoredFields = z.array(RequestedField.omit({ text: true }));

export const getApproval: Handler<"approval.get"> = (context, { approval_id }) =>
  readDetail(context.sql, context, approval_id, context.configuration.secrets);

/** @throws DomainError 404 */
export async function readDetail(
  sql: Sql,
  entry: Pick<Entry, "workspace" | "caller">,
  id: string,
  secrets: Secrets,
): Promise<ApprovalDetail> {
  return toDetail(await readApproval(sql, entry, id), entry.caller, secrets);
}

function toDetail(row: ApprovalRow, caller: Caller, secrets: Secrets): ApprovalDetail {
  const sealer = sealerOfInputs(secrets);
  const operation = operationOf(row);
  const mayRead = readableWith(callerFor(operation, caller).scopes);
  const fields = fieldsOf(row, sealer);
  const seesFields =
    caller.type === "token" || mayRead(operation.resource) || rightsRefusal(operation, caller) === null;
  const seesTexts = decisionRefusal(row, caller, sealer) === null;
  return {
    ...toApproval(row),
    fields: fields.map((field) => (seesFields ? { ...field, text: seesTexts ? field.text : null } : hidden(field))),
    warnings: warningsOf(operation, fields),
    plan: visiblePlan(planOf(row), mayRead),
    planned_at: toTimestamp(row.planned_at),
    needs_two_people: row.needs_two_people,
    first_approval_lapsed: lapseOfFirst(row, sealer),
    undecidable: approvalRefusal(row, caller, sealer)?.message ?? null,
  };
}

function hidden({ field }: RequestedField): RequestedField {
  return { field, shown_as: "hidden", value: null, text: null };
}

/** The fields of the request, or those that were kept of it. */
function fieldsOf(row: ApprovalRow, sealer: Sealer): readonly RequestedField[] {
  if (row.sealed_input !== null) return shownRequest(operationOf(row), inputOf(sealer, row));
  return StoredFields.parse(row.shown_fields ?? []).map((field) => ({ ...field, text: null }));
}
