import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, searchQuery, severalOf, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { DNS_LIMITS, DNS_RECORD_TYPES } from "./states.ts";

const Type = z.enum(DNS_RECORD_TYPES);

/** The records of one name and type, which change together. */
export const DnsRecordSet = z
  .strictObject({
    record_set_id: z.string(),
    zone_id: z.string(),
    name: z.string().describe("Relative to the zone: `www`, or `@` for the zone's own name."),
    type: Type,
    ttl: z.int().describe("For how many seconds resolvers may keep the answer."),
    values: z.array(z.string()),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DnsRecordSet" });
export type DnsRecordSet = z.infer<typeof DnsRecordSet>;

export const SetDnsRecordSet = z
  .strictObject({
    name: keptAs(
      "lower",
      z
        .string()
        .min(1)
        .max(254)
        .describe(
          "Relative to the zone, such as `www`, `*` or `@` for the zone's own name; or whole, with a dot at its end. " +
            "Kept in lower case and in its `xn--` form.",
        ),
    ),
    type: Type,
    ttl: z
      .int()
      .min(DNS_LIMITS.shortestTtl)
      .max(DNS_LIMITS.longestTtl)
      .default(DNS_LIMITS.usualTtl)
      .describe("For how many seconds resolvers may keep the answer."),
    values: z
      .array(z.string().min(1).max(DNS_LIMITS.valueLength))
      .min(1)
      .max(DNS_LIMITS.values)
      .describe(
        "As in a master file: `203.0.113.7`, `10 mail.example.com`. Names are whole, with or without a dot at their " +
          "end. The value of a TXT record is its text; a text in quotes is taken without them.",
      ),
  })
  .meta({
    id: "SetDnsRecordSet",
    examples: [{ name: "www", type: "A", ttl: 300, values: ["203.0.113.7", "203.0.113.8"] }],
  });

const sets = { resource: "dns_record_set", family: "DNS" } as const;
const zoneId = { zone_id: ResourceId };
const setId = { ...zoneId, record_set_id: ResourceId };
const path = "/dns/zones/{zone_id}/records" as const;

const dnsRecordSetList = defineOperation({
  ...sets,
  id: "dnsRecordSet.list",
  method: "GET",
  path,
  scope: "dns.read",
  summary: "List the record sets of a DNS zone",
  params: zoneId,
  query: { ...pageQuery(), ...searchQuery, type: severalOf(Type), name: z.string().max(254).optional() },
  output: z.array(DnsRecordSet),
  list: true,
  errors: ["not_found"],
});

const dnsRecordSetSet = defineOperation({
  ...sets,
  id: "dnsRecordSet.set",
  method: "PUT",
  path,
  scope: "dns.write",
  summary: "Create or replace the record set of a name and type",
  description:
    "The whole set is replaced at once. While the zone is served, the answer comes when the name servers have the " +
    "change, or after three seconds: `pending_changes` of the zone says whether they do. " +
    `A zone has at most ${DNS_LIMITS.recordSets} record sets, and a set at most ${DNS_LIMITS.values} values.`,
  params: zoneId,
  body: SetDnsRecordSet,
  output: DnsRecordSet,
  errors: ["not_found", "conflict"],
});

const dnsRecordSetGet = defineOperation({
  ...sets,
  id: "dnsRecordSet.get",
  method: "GET",
  path: `${path}/{record_set_id}`,
  scope: "dns.read",
  summary: "Get a record set",
  params: setId,
  output: DnsRecordSet,
  errors: ["not_found"],
});

const dnsRecordSetDelete = defineOperation({
  ...sets,
  id: "dnsRecordSet.delete",
  method: "DELETE",
  path: `${path}/{record_set_id}`,
  scope: "dns.write",
  summary: "Delete a record set",
  params: setId,
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "DnsRecordSetDeletion" }),
  errors: ["not_found"],
});

export const recordSetOperations = [dnsRecordSetList, dnsRecordSetSet, dnsRecordSetGet, dnsRecordSetDelete] as const;
