import type { ResourceDefinition } from "../declaration/resource.ts";

export const dnsResources = {
  dns_zone: {
    title: ["DNS zone", "DNS zones"],
    prefix: "zone",
    parameter: "zone_id",
    field: "zone_id",
    parents: [],
    scope: "dns.read",
    topic: "dns_zone",
    page: "dns-zones/{id}",
  },
  dns_record_set: {
    title: ["Record set", "Record sets"],
    prefix: "rrs",
    parameter: "record_set_id",
    field: "record_set_id",
    parents: ["dns_zone"],
    scope: "dns.read",
    topic: "dns_zone",
    page: "dns-zones/{parent}/records",
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
