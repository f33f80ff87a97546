import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, searchQuery, severalOf, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { DNS_LIMITS, DNS_RECORD_TYPES } from "./states.ts";

const Type = z.enum(DNS_RECORD_TYPES);
const GOES = "Its public addresses are answered as it has them, and the set is deleted with it.";
/** Types whose sets may follow a resource. */
const FOLLOWING: ReadonlySet<string> = new Set(["A", "AAAA"]);

/** The records of one name and type, which change together. */
export const DnsRecordSet = z
  .strictObject({
    record_set_id: z.string(),
    zone_id: z.string(),
    name: z.string().describe("Relative to the zone: `www`, or `@` for the zone's own name."),
    type: Type,
    ttl: z.int().describe("For how many seconds resolvers may keep the answer."),
    values: z.array(z.string()).describe("As they were set. Empty for a set that follows a resource."),
    vm_id: z.string().nullable().describe(`The VM that it follows. ${GOES}`),
    load_balancer_id: z.string().nullable().describe("The load balancer that it follows, as a VM."),
    reserved_ip_id: z.string().nullable().describe("The reserved IP that it follows, as a VM."),
    answered_values: z
      .array(z.string())
      .describe("What is answered: the values, or the public addresses that the resource has now, if any."),
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
      .max(DNS_LIMITS.values)
      .default([])
      .describe(
        "As in a master file: `203.0.113.7`, `10 mail.example.com`. Names are whole, with or without a dot at their " +
          "end. The value of a TXT record is its text; a text in quotes is taken without them. None for a set that " +
          "follows a resource.",
      ),
    vm_id: ResourceId.nullable().optional().describe(`A VM that a set of A or AAAA follows instead of values. ${GOES}`),
    load_balancer_id: ResourceId.nullable().optional().describe("A load balancer that it follows, as a VM."),
    reserved_ip_id: ResourceId.nullable().optional().describe("A reserved IP that it follows, as a VM."),
  })
  .superRefine(({ type, values, vm_id, load_balancer_id, reserved_ip_id }, issues) => {
    const followed = Object.entries({ vm_id, load_balancer_id, reserved_ip_id }).filter(([, id]) => id != null);
    const refuse = (field: string, message: string) =>
      issues.addIssue({ code: "custom", path: [field], message, input: undefined });
    const [first, second] = followed;
    if (first === undefined && values.length === 0)
      refuse("values", "needs an item, unless the set follows a resource");
    if (first !== undefined && values.length > 0) refuse("values", `must be empty for a set that follows ${first[0]}`);
    if (first !== undefined && !FOLLOWING.has(type))
      refuse("type", `must be A or AAAA for a set that follows ${first[0]}`);
    if (second !== undefined) refuse(second[0], "must not be sent beside another resource that the set follows");
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
    `A zone has at most ${DNS_LIMITS.recordSets} record sets, and a set at most ${DNS_LIMITS.values} values. A set of ` +
    "A or AAAA may follow a VM, a load balancer or a reserved IP instead; while that has no public address of the " +
    "type, the name is not answered.",
  references: [
    { field: "vm_id", scope: "vm.read" },
    { field: "load_balancer_id", scope: "load-balancer.read" },
    { field: "reserved_ip_id", scope: "network.read" },
  ],
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
