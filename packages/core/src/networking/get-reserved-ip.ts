import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";

export const getReservedIp: Handler<"reservedIp.get"> = async ({ sql, workspace }, { reserved_ip_id }) => {
  const row = await new ReservedIpRepository(sql, workspace.id).get(reserved_ip_id);
  if (row === undefined) throw notFound("reserved IP");
  return toReservedIp(row, workspace);
};
