import type { BandwidthSummary, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import { vmNoun } from "./refuse-vm-change.ts";

const sum = statement(
  "vm_bandwidth_sum",
  `SELECT coalesce(sum(b.rx_bytes), 0)::text AS rx_bytes, coalesce(sum(b.tx_bytes), 0)::text AS tx_bytes, max(b.updated_at) AS last_updated_at
     FROM vm v
     LEFT JOIN vm_bandwidth b ON b.workspace_id = v.workspace_id AND b.vm_id = v.vm_id AND b.day >= $3::date AND b.day < $3::date + interval '1 month'
    WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.type = $4::vm_type
    GROUP BY v.vm_id`,
);

/**
 * spec: VM bandwidth summary. Nothing recorded counts as nothing sent. @throws DomainError 400 for a month that has not
 * begun
 */
async function bandwidthOf(
  context: RequestContext,
  type: VmType,
  { vm_id, month }: { readonly vm_id: string; readonly month: string },
): Promise<BandwidthSummary> {
  if (month > new Date().toISOString().slice(0, 7)) throw invalidField("month", "must not be in the future");
  const [row] = await context.sql.query(sum, [context.workspace.id, vm_id, `${month}-01`, type]);
  if (row === undefined) throw notFound(vmNoun(type));
  return {
    month,
    rx_bytes: Number(row.rx_bytes),
    tx_bytes: Number(row.tx_bytes),
    last_updated_at: toTimestamp(row.last_updated_at),
  };
}

export const getBandwidth: Handler<"bandwidth.get"> = (context, input) => bandwidthOf(context, "cloud", input);

export const getGpuBandwidth: Handler<"gpuBandwidth.get"> = (context, input) => bandwidthOf(context, "gpu", input);
