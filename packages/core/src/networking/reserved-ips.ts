import { requireSite } from "../catalog/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { deletionProtected, mayPass, notFound } from "../request/domain-error.ts";
import { hasFreeAddress, poolExhausted } from "./public-addresses.ts";
import { attachmentBlocker, reservedIpInUse, toReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";

const SKU = "ip.reserved";

export const reserveIp: Handler<"reservedIp.create"> = async (
  context,
  { site_id, label, reverse_dns, deletion_protection },
) => {
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
    isProtected: deletion_protection,
  });
  const row = await ips.get(publicIpId);
  if (row === undefined) throw new Error("the database created no reserved IP");
  return toReservedIp(row, context.workspace);
};

export const listReservedIps: Handler<"reservedIp.list"> = async (
  { sql, workspace },
  { limit, cursor, status, ...filter },
) => {
  const [first, other] = new Set(status);
  const attached = first === undefined || other !== undefined ? undefined : first === "attached";
  const rows = await new ReservedIpRepository(sql, workspace.id).list(
    { attached, ...filter },
    decodeCursor(cursor, "ip"),
    limit + 1,
  );
  return toPage(
    rows,
    limit,
    (row) => row.public_ip_id,
    (row) => toReservedIp(row, workspace),
  );
};

export const getReservedIp: Handler<"reservedIp.get"> = async ({ sql, workspace }, { reserved_ip_id }) => {
  const row = await new ReservedIpRepository(sql, workspace.id).get(reserved_ip_id);
  if (row === undefined) throw notFound("reserved IP");
  return toReservedIp(row, workspace);
};

/** Changes the fields that are sent. */
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

/** Returns an address to the site's pool. */
export const deleteReservedIp: Handler<"reservedIp.delete"> = async ({ sql, workspace }, { reserved_ip_id }) => {
  const ips = new ReservedIpRepository(sql, workspace.id);
  const row = await ips.lock(reserved_ip_id);
  if (row === undefined) throw notFound("reserved IP");
  if (row.deletion_protection) throw deletionProtected("reserved IP");
  const blocker = attachmentBlocker(row);
  if (blocker !== undefined) throw mayPass(reservedIpInUse([blocker]));
  await ips.delete(reserved_ip_id);
  return { status: "deleted", id: reserved_ip_id };
};
