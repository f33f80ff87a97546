import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";

/** Changes what is sent, and nothing where nothing is. */
export const updateReservedIp: Handler<"reservedIp.update"> = async (
  { sql, workspace },
  { reserved_ip_id, ...change },
) => {
  const ips = new ReservedIpRepository(sql, workspace.id);
  if (Object.values(change).some((value) => value !== undefined)) await ips.update(reserved_ip_id, change);
  const row = await ips.get(reserved_ip_id);
  if (row === undefined) throw notFound("reserved IP");
  return toReservedIp(row, workspace);
};
