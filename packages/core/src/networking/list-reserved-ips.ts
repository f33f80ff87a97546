import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { toReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";

export const listReservedIps: Handler<"reservedIp.list"> = async (
  { sql, workspace },
  { limit, cursor, status, ...filter },
) => {
  const attached = status === undefined ? undefined : status === "attached";
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
