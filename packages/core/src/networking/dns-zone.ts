/** A DNS zone without its SOA and NS records, which the operator chooses. */
export interface DnsZone {
  /** Without a trailing dot. */
  readonly name: string;
  readonly records: readonly DnsRecord[];
}

export interface DnsRecord {
  /** Relative to the zone: labels, `@` for the zone's own name, or `*`. */
  readonly owner: string;
  readonly type: "A" | "AAAA" | "PTR";
  /** An address, or an absolute name. */
  readonly value: string;
}

const HOST_NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i;

/** A host name in lower case with a trailing dot. Undefined for text that is not a host name. */
export function absoluteHostName(text: string): string | undefined {
  const name = text.toLowerCase().replace(/\.$/, "");
  return HOST_NAME.test(text) && name.length <= 253 ? `${name}.` : undefined;
}

/** A host name within a domain in lower case with a trailing dot. Undefined for a single label and for an address. */
export function absoluteDomainName(text: string): string | undefined {
  const name = absoluteHostName(text);
  return name !== undefined && /\.[^.]*[^.\d][^.]*\.$/.test(name) ? name : undefined;
}
