import { dnsZoneOperations } from "./dns-zone.ts";
import { recordSetOperations } from "./record-set.ts";

export { CreateDnsZone, DnsZone, type DnsZoneImport, ImportDnsZone, UpdateDnsZone } from "./dns-zone.ts";
export { DnsRecordSet, SetDnsRecordSet } from "./record-set.ts";
export * from "./states.ts";

/** The family's operations, in the documentation's order. */
export const dnsOperations = [...dnsZoneOperations, ...recordSetOperations] as const;
