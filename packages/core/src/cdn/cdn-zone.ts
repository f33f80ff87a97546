import type { Configuration } from "@fulmar/config";
import { formatIpv4, parseIpAddress } from "@fulmar/contract";
import { absoluteDomainName, type DnsRecord, type DnsZone } from "../networking/index.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { CdnDomain } from "./edge.ts";

/**
 * The zone of the CDN's domain: the domain and, by a wildcard, the names of all distributions have the edges'
 * addresses.
 * @throws DomainError 400 for an invalid address, 409 if the CDN's URL has no domain
 */
export function cdnZone(configuration: Pick<Configuration, "publicCdnUrl">, addresses: readonly string[]): DnsZone {
  const name = absoluteDomainName(new CdnDomain(configuration).name);
  if (name === undefined)
    throw conflict(
      "cdn_without_domain",
      `The CDN's URL is ${configuration.publicCdnUrl}, which has no domain; set FULMAR_PUBLIC_CDN_URL.`,
    );
  const known = new Map(addresses.map(addressRecord).map((record) => [record.value, record]));
  const records = [...known.values()].toSorted((one, other) =>
    one.type + one.value < other.type + other.value ? -1 : 1,
  );
  return {
    name: name.slice(0, -1),
    records: ["@", "*"].flatMap((owner) => records.map((record) => ({ owner, ...record }))),
  };
}

/** An address in its canonical form, so that another spelling of it does not change the zone. */
function addressRecord(text: string): Omit<DnsRecord, "owner"> {
  const address = parseIpAddress(text);
  if (address === undefined)
    throw invalidField("cdn-address", `must be addresses such as 203.0.113.7 or 2001:db8::7, but "${text}" is not`);
  return address.bits === 32
    ? { type: "A", value: formatIpv4(Number(address.value)) }
    : { type: "AAAA", value: new URL(`http://[${text}]`).hostname.slice(1, -1) };
}
