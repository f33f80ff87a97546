// Regions of object storage that operators add, check and remove (docs/adr/0174). Workers ask their servers.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { shownAs } from "../declaration/shown-as.ts";
import { Name, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { Reason } from "./organizations.ts";
import { MOST_UNKNOWN_USERS, REGION_BACKENDS, REGION_SERVERS, REGION_STATES } from "./region-states.ts";

const shared = {
  family: "Operator",
  audience: "operator",
  subject: "installation",
  resource: "operator_region",
} as const;
const regions = "/operator/regions";
const oneRegion = { region: ResourceId };

export const OperatorRegion = z
  .strictObject({
    region: z.string(),
    name: z.string(),
    backend: z.enum(REGION_BACKENDS),
    /** Null for the installation's own object store. */
    endpoint_url: z.string().nullable(),
    /** Where the Admin Ops API is. */
    admin_url: z.string().nullable(),
    /** Of the control plane's user. Its secret is never shown. */
    access_key: z.string().nullable(),
    site_id: z.string().nullable(),
    state: z.enum(REGION_STATES),
    /** How its server was at the last look, in a sentence. */
    seen: z.string(),
    /** When a worker last asked its server. */
    checked_at: Timestamp.nullable(),
    /** Whether an operator wants it asked now, and no worker has done so yet. */
    checking: z.boolean(),
    /** Such as "Ceph RADOS Gateway". */
    server: z.string().nullable(),
    /** What the installation's own object store can and its server cannot. */
    unsupported: z.array(z.string()),
    /** Users that this installation made there and the database does not know, the first at the last check. */
    unknown_users: z.array(z.string()),
    /** Those that were deleted and are kept count, too. */
    buckets: z.int(),
    /** The workspaces of which something could not be applied there. */
    failing: z.int(),
    created_at: Timestamp,
  })
  .meta({ id: "OperatorRegion" });
export type OperatorRegion = z.infer<typeof OperatorRegion>;

const operatorRegionList = defineOperation({
  ...shared,
  id: "operatorRegion.list",
  method: "GET",
  path: regions,
  summary: "List the regions of object storage, as workers last saw their servers",
  output: z.array(OperatorRegion),
});

const operatorRegionGet = defineOperation({
  ...shared,
  id: "operatorRegion.get",
  method: "GET",
  path: `${regions}/{region}`,
  summary: "Get a region of object storage",
  params: oneRegion,
  output: OperatorRegion,
  errors: ["not_found"],
});

const isServer = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "" && pathname === "/";
};

const serverUrl = () =>
  keptAs(
    "origin",
    z.string().trim().max(500).refine(isServer, "must be http:// or https:// and a host, without a login and a path"),
  );

export const NewRegion = z
  .strictObject({
    region: z
      .string()
      .regex(
        /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
        "must have lower-case letters, digits and '-', 63 at most, and begin and end with a letter or digit",
      )
      .describe("Its id, with which buckets are created, such as eu-north-1."),
    name: Name,
    backend: z.enum(REGION_SERVERS).default("rgw").describe("The kind of its server."),
    endpoint_url: serverUrl().describe("Of S3 clients, such as https://s3.example.com."),
    admin_url: serverUrl()
      .optional()
      .describe("Where the Admin Ops API is, as workers reach it. By default `endpoint_url`."),
    access_key: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/, "must be visible ASCII characters")
      .describe("Of the control plane's user at the gateway."),
    secret_key: z
      .string()
      .regex(/^[\x21-\x7e]{1,512}$/, "must be visible ASCII characters")
      .register(shownAs, { shown_as: "secret" })
      .describe("The secret of `access_key`. It is stored sealed and never shown."),
    site_id: ResourceId.optional().describe("The site that it belongs to."),
  })
  .meta({
    id: "NewRegion",
    examples: [
      {
        ...{ region: "eu-north-1", name: "Europe North 1", endpoint_url: "https://s3.example.com" },
        ...{ access_key: "AKIAIOSFODNN7EXAMPLE", secret_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" },
      },
    ],
  });

const operatorRegionCreate = defineOperation({
  ...shared,
  id: "operatorRegion.create",
  method: "POST",
  path: regions,
  summary: "Add a region whose buckets are stored by a Ceph RADOS Gateway",
  description:
    "A worker contacts its server within seconds, and `seen` shows the answer. Customers see the region " +
    "and can create buckets there once the server has answered and accepted the key. The server may be " +
    "at an internal address.",
  success: 201,
  body: NewRegion,
  output: OperatorRegion,
  errors: ["conflict"],
});

const operatorRegionCheck = defineOperation({
  ...shared,
  id: "operatorRegion.check",
  method: "POST",
  path: `${regions}/{region}/check`,
  summary: "Check now whether the server of a region answers, accepts the key, and has unknown users",
  description:
    "A worker does so within seconds; then `checking` is false, and `seen` says in a sentence what it saw. " +
    `\`unknown_users\` has the first ${MOST_UNKNOWN_USERS} users whose workspace or key the database does not know, as after ` +
    "a restore; they are left alone. A region that is not connected yet is connected if its server answers.",
  params: oneRegion,
  output: OperatorRegion,
  errors: ["not_found", "conflict"],
});

export const RegionRemoval = z
  .strictObject({ reason: Reason })
  .meta({ id: "RegionRemoval", examples: [{ reason: "Its gateway is replaced." }] });

const operatorRegionRemove = defineOperation({
  ...shared,
  id: "operatorRegion.remove",
  method: "POST",
  path: `${regions}/{region}/remove`,
  summary: "Remove a region without buckets",
  description:
    "Refused while it has buckets, including deleted ones that are kept, or its server has users of " +
    "workspaces, which workers remove after the last bucket. Nothing is removed from its server.",
  params: oneRegion,
  body: RegionRemoval,
  output: z.strictObject({ region: z.string() }),
  errors: ["not_found", "conflict"],
});

export const operatorRegionOperations = [
  operatorRegionList,
  operatorRegionGet,
  operatorRegionCreate,
  operatorRegionCheck,
  operatorRegionRemove,
] as const;
