// Without schemas, so that importers of these constants do not load zod.

/** `pending`: its ownership is not proven, and no name server has it. `active`: the name servers answer for it. */
export const DNS_ZONE_STATUSES = ["pending", "active"] as const;
export type DnsZoneStatus = (typeof DNS_ZONE_STATUSES)[number];

export const DNS_RECORD_TYPES = ["A", "AAAA", "ALIAS", "CAA", "CNAME", "MX", "NS", "PTR", "SRV", "TXT"] as const;
export type DnsRecordType = (typeof DNS_RECORD_TYPES)[number];

/** Seconds are those of a time to live; bytes are those of all values of a record set together. */
export const DNS_LIMITS = {
  zones: 100,
  recordSets: 2_000,
  values: 100,
  valueLength: 4_096,
  bytes: 4_096,
  fileLength: 500_000,
  shortestTtl: 1,
  longestTtl: 604_800,
  usualTtl: 3_600,
} as const;
