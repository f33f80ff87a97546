import { requireSite } from "../catalog/index.ts";
import type { Handler } from "../request/context.ts";
import { hasFreeAddress, poolExhausted } from "./public-address-pool.ts";
import { toReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";

const SKU = "ip.reserved";

export const reserveIp: Handler<"reservedIp.create"> = async (context, { site_id, label, reverse_dns }) => {
  await requireSite(context, site_id);
  if (!(await hasFreeAddress(context.sql, site_id))) throw poolExhausted();
  await context.admit({ skuCode: SKU });
  const ips = new ReservedIpRepository(context.sql, context.workspace.id);
  const publicIpId = await ips.insert({
    siteId: site_id,
    label,
    reverseDns: reverse_dns,
    type: "user_reserved",
    attachment: null,
  });
  const row = await ips.get(publicIpId);
  if (row === undefined) throw new Error("the database made no reserved IP");
  return toReservedIp(row, context.workspace);
};
