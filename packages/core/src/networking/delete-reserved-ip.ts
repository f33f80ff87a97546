import type { Handler } from "../request/context.ts";
import { mayPass, notFound } from "../request/domain-error.ts";
import { attachmentBlocker, reservedIpInUse } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";

/** Gives an address back to the site's pool. */
export const deleteReservedIp: Handler<"reservedIp.delete"> = async ({ sql, workspace }, { reserved_ip_id }) => {
  const ips = new ReservedIpRepository(sql, workspace.id);
  const row = await ips.lock(reserved_ip_id);
  if (row === undefined) throw notFound("reserved IP");
  const blocker = attachmentBlocker(row);
  if (blocker !== undefined) throw mayPass(reservedIpInUse([blocker]));
  await ips.delete(reserved_ip_id);
  return { status: "deleted", id: reserved_ip_id };
};
