import { type Database, statement } from "@fulmar/prisma";
import { absoluteHostName, type DnsRecord, type DnsZone } from "./dns-zone.ts";

const PAGE = 1_000;
/** Before every address. */
const START = "0.0.0.0/0";

// In the order of addresses, so that each is read once although reservations change meanwhile.
const page = statement(
  "reverse_dns_page",
  `SELECT a.address::text AS position, host(a.address) AS address, r.reverse_dns
     FROM public_address a JOIN reserved_ip r ON r.public_ip_id = a.public_ip_id
    WHERE a.address > $after::inet AND r.reverse_dns <> '' ORDER BY a.address LIMIT $limit`,
);

/** The reverse zones of an installation. */
interface ReverseZones {
  readonly zones: readonly DnsZone[];
  /** The addresses whose reverse DNS is not a host name. The API refuses those, so another program has written them. */
  readonly leftOut: readonly string[];
}

/**
 * The reverse DNS of all reserved IPs as PTR records: a zone for each /24 with any (RFC 1035, 3.5). Reserved IPs are
 * IPv4.
 */
export async function reverseZones({ sql }: Pick<Database, "sql">): Promise<ReverseZones> {
  const zones = new Map<string, DnsRecord[]>();
  const leftOut: string[] = [];
  let after = START;
  for (;;) {
    const rows = await sql.query(page, { after, limit: PAGE });
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.position;
    for (const { address, reverse_dns } of rows) {
      const value = absoluteHostName(reverse_dns);
      if (value === undefined) leftOut.push(address);
      else {
        const [owner = "", ...network] = address.split(".").toReversed();
        const zone = `${network.join(".")}.in-addr.arpa`;
        const records = zones.get(zone) ?? [];
        zones.set(zone, records);
        records.push({ owner, type: "PTR", value });
      }
    }
  }
  return { zones: [...zones].map(([name, records]) => ({ name, records })), leftOut };
}
