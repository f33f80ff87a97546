import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { absoluteDomainName, type DnsRecord, type DnsZone } from "../networking/index.ts";
import { invalidField } from "../request/domain-error.ts";

const PAGE = 1_000;

/** The balancer after which a page begins. */
interface Position {
  readonly workspace_id: bigint;
  readonly load_balancer_id: string;
}

// In the order of the index, so that each is read once although balancers come and go meanwhile.
const page = statement(
  "balancer_addresses_page",
  `SELECT r.workspace_id, r.attached_load_balancer_id AS load_balancer_id, host(a.address) AS address
     FROM reserved_ip r JOIN public_address a ON a.public_ip_id = r.public_ip_id
    WHERE r.attached_load_balancer_id IS NOT NULL
      AND (r.workspace_id, r.attached_load_balancer_id) > ($workspace_id::bigint, $load_balancer_id::text)
    ORDER BY r.workspace_id, r.attached_load_balancer_id LIMIT $limit::int`,
);

/**
 * The zone of a domain for load balancers: each has a name, its id with `-` in place of `_`, with its public address.
 * @throws DomainError 400 for a name that is no domain
 */
export async function balancerZone({ sql }: Pick<Database, "sql">, domain: string): Promise<DnsZone> {
  const name = absoluteDomainName(domain);
  if (name === undefined)
    throw invalidField("balancer-domain", `must be a domain such as lb.example.com, not "${domain}"`);
  const records: DnsRecord[] = [];
  let after: Position | undefined = { workspace_id: 0n, load_balancer_id: "" };
  while (after !== undefined) {
    const rows: RowOf<typeof page>[] = await sql.query(page, { ...after, limit: PAGE });
    for (const { load_balancer_id, address } of rows)
      if (load_balancer_id !== null)
        records.push({ owner: load_balancer_id.replaceAll("_", "-"), type: "A", value: address });
    const last = rows.at(-1);
    after = last && { workspace_id: last.workspace_id, load_balancer_id: last.load_balancer_id ?? "" };
  }
  return { name: name.slice(0, -1), records: records.toSorted((one, other) => (one.owner < other.owner ? -1 : 1)) };
}
