import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { DomainName } from "../values/domain-name.ts";
import {
  DeletionProtection,
  Description,
  NewDeletionProtection,
  pageQuery,
  ResourceId,
  SetDeletionProtection,
  searchQuery,
  severalOf,
  Timestamp,
} from "../values/fields.ts";
import { DNS_LIMITS, DNS_ZONE_STATUSES } from "./states.ts";

const Status = z
  .enum(DNS_ZONE_STATUSES)
  .describe("`pending` until it is proven that the domain is yours; `active` while the name servers answer for it.");

/** The TXT record that proves a zone while other name servers still answer for its domain. */
const DnsProofRecord = z
  .strictObject({ type: z.literal("TXT"), name: z.string(), value: z.string() })
  .meta({ id: "DnsProofRecord" });

const Dnssec = z
  .boolean()
  .describe("Whether the zone is signed (DNSSEC). Resolvers check it once the registry has its DS record.");

/** A domain with its record sets. */
export const DnsZone = z
  .strictObject({
    zone_id: z.string(),
    name: z.string(),
    description: z.string(),
    status: Status,
    deletion_protection: DeletionProtection,
    /** The name servers that the registrar is told. All zones of an organization have the same. */
    name_servers: z.array(z.string()),
    proof_record: DnsProofRecord,
    /** What remains to be done outside, one step per item. Null when nothing remains. */
    instructions: z.array(z.string()).nullable(),
    /** The name servers that the registry named at the last check. Null before the first one. */
    delegated_to: z.array(z.string()).nullable(),
    dnssec: Dnssec,
    ds_record: z
      .string()
      .nullable()
      .describe("The DS record for the registrar: key tag, algorithm, digest type and digest. Null while not signed."),
    dnskey_record: z
      .string()
      .nullable()
      .describe("The zone's key, for registrars that make the DS record themselves: flags, protocol, algorithm, key."),
    /** The DS records that the registry had at the last check. Null before the first one. */
    delegation_ds: z.array(z.string()).nullable(),
    /** What the last check found, as a sentence. Null if nothing is wrong. */
    problem: z.string().nullable(),
    checked_at: Timestamp.nullable(),
    next_check_at: Timestamp,
    /** Whether the name servers have yet to get the latest changes. False while the zone is not served. */
    pending_changes: z.boolean(),
    /** When the name servers last got all changes. */
    applied_at: Timestamp.nullable(),
    /** Why the name servers do not have the latest changes, as a sentence. They are tried again. */
    error_message: z.string().nullable(),
    record_set_count: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DnsZone" });
export type DnsZone = z.infer<typeof DnsZone>;

export const CreateDnsZone = z
  .strictObject({
    name: DomainName,
    description: Description.default(""),
    dnssec: Dnssec.default(false),
    deletion_protection: NewDeletionProtection,
  })
  .meta({ id: "CreateDnsZone", examples: [{ name: "example.com", description: "Shop and mail" }] });

export const UpdateDnsZone = z
  .strictObject({
    description: Description.optional(),
    dnssec: Dnssec.optional(),
    deletion_protection: SetDeletionProtection,
  })
  .meta({ id: "UpdateDnsZone", examples: [{ deletion_protection: true }] });

/** A zone as text, for other name servers. */
const DnsZoneFile = z
  .strictObject({ zone_id: z.string(), name: z.string(), zone_file: z.string() })
  .meta({ id: "DnsZoneFile" });

export const ImportDnsZone = z
  .strictObject({
    zone_file: z
      .string()
      .min(1)
      .max(DNS_LIMITS.fileLength)
      .describe("A master file (RFC 1035 §5). The zone's SOA record and its own NS records are left out."),
    replace: z
      .boolean()
      .default(false)
      .describe("Whether record sets that the file does not have are deleted. Otherwise they stay."),
  })
  .meta({
    id: "ImportDnsZone",
    examples: [{ zone_file: "$TTL 3600\n@ MX 10 mail.example.net.\nwww 300 A 203.0.113.7\n" }],
  });

/** What an import did. */
export const DnsZoneImport = z
  .strictObject({
    zone_id: z.string(),
    created_count: z.int(),
    changed_count: z.int(),
    deleted_count: z.int(),
    unchanged_count: z.int(),
    /** How many records of the file were left out: the SOA record, and NS records of the zone's own name. */
    left_out_count: z.int(),
  })
  .meta({ id: "DnsZoneImport" });
export type DnsZoneImport = z.infer<typeof DnsZoneImport>;

const zones = { resource: "dns_zone", family: "DNS" } as const;
const zoneId = { zone_id: ResourceId };
const path = "/dns/zones/{zone_id}" as const;

const dnsZoneList = defineOperation({
  ...zones,
  id: "dnsZone.list",
  method: "GET",
  path: "/dns/zones",
  scope: "dns.read",
  summary: "List DNS zones",
  query: { ...pageQuery(), ...searchQuery, status: severalOf(Status), name: z.string().max(253).optional() },
  output: z.array(DnsZone),
  list: true,
});

const dnsZoneCreate = defineOperation({
  ...zones,
  id: "dnsZone.create",
  method: "POST",
  path: "/dns/zones",
  scope: "dns.write",
  summary: "Create a DNS zone",
  description:
    "The zone is `pending`, and its record sets can be prepared, until it is proven that the domain is yours: the " +
    "registry names a name server of `name_servers`, or the name servers that answer now have the record of " +
    "`proof_record`. It is checked every few minutes. Several workspaces may have a pending zone of one name; only one " +
    `is served. A workspace has at most ${DNS_LIMITS.zones} zones.`,
  body: CreateDnsZone,
  output: DnsZone,
  success: 201,
  errors: ["conflict"],
});

const dnsZoneGet = defineOperation({
  ...zones,
  id: "dnsZone.get",
  method: "GET",
  path,
  scope: "dns.read",
  summary: "Get a DNS zone with the result of its last check",
  params: zoneId,
  output: DnsZone,
  errors: ["not_found"],
});

const dnsZoneUpdate = defineOperation({
  ...zones,
  id: "dnsZone.update",
  method: "PATCH",
  path,
  scope: "dns.write",
  summary: "Change the description, the signing or the protection of a DNS zone",
  description:
    "With `dnssec` the name servers sign the zone, and `instructions` say which DS record the registrar needs. Before it " +
    "is switched off, the DS record has to be gone at the registrar: resolvers that check signatures refuse every answer " +
    "of a zone that has one and is not signed. A zone that is signed again has the same key.",
  params: zoneId,
  body: UpdateDnsZone,
  output: DnsZone,
  errors: ["not_found"],
});

const dnsZoneDelete = defineOperation({
  ...zones,
  id: "dnsZone.delete",
  method: "DELETE",
  path,
  scope: "dns.write",
  summary: "Delete a DNS zone and its record sets",
  description:
    "The name servers stop answering for it. Tell the registrar other name servers first: nobody else is served the " +
    "name without a proof of their own, but visitors get no answer.",
  params: zoneId,
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "DnsZoneDeletion" }),
  errors: ["not_found", "conflict"],
});

const dnsZoneVerify = defineOperation({
  ...zones,
  id: "dnsZone.verify",
  method: "POST",
  path: `${path}/verify`,
  scope: "dns.write",
  summary: "Check the delegation and the proof of a DNS zone now",
  description:
    "The check runs within seconds; its result is on the zone. Checks of one zone are at least ten seconds apart.",
  params: zoneId,
  output: DnsZone,
  errors: ["not_found"],
});

const dnsZoneExport = defineOperation({
  ...zones,
  id: "dnsZone.export",
  method: "GET",
  path: `${path}/export`,
  scope: "dns.read",
  summary: "Export a DNS zone as a master file",
  description:
    "The file has every record set and the zone's own NS records. ALIAS records stand in it as PowerDNS writes them: " +
    "most other name servers do not know them.",
  params: zoneId,
  output: DnsZoneFile,
  errors: ["not_found"],
});

const dnsZoneImport = defineOperation({
  ...zones,
  id: "dnsZone.import",
  method: "POST",
  path: `${path}/import`,
  scope: "dns.write",
  summary: "Import record sets of a master file into a DNS zone",
  description:
    "All of it is imported, or nothing: a refusal names the line. Record sets of the file replace those of the same " +
    "name and type. Lines that begin with `$INCLUDE` or `$GENERATE` are refused.",
  params: zoneId,
  body: ImportDnsZone,
  output: DnsZoneImport,
  errors: ["not_found"],
});

export const dnsZoneOperations = [
  dnsZoneList,
  dnsZoneCreate,
  dnsZoneGet,
  dnsZoneUpdate,
  dnsZoneDelete,
  dnsZoneVerify,
  dnsZoneExport,
  dnsZoneImport,
] as const;
