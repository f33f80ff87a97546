// The sites, as who runs the installation sees them.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { OperatorAnnouncement } from "./announcements.ts";
import { BALANCE_STATES } from "./host-states.ts";
import { Reason } from "./organizations.ts";
import { OperatorSiteDecision } from "./unknown-resources.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;

export const OperatorSite = z
  .strictObject({
    site_id: z.string(),
    name: z.string(),
    provider: z.string(),
    /** Null for a site without a server of its own. */
    server: z.string().nullable(),
    reachable: z.boolean().nullable(),
    /** Null for a simulated site, too. */
    instance_type: z.string().nullable(),
    vms: z.int(),
    unsupported: z.array(z.string()),
    /** Whether a worker has connected its server. */
    connected: z.boolean(),
    /** Whether nothing new is created there. */
    closed: z.boolean(),
    /** Whether hosts are added here, because its server does not know its other hosts. */
    adds_hosts: z.boolean(),
    /** Why such a site has one host for good. Null where hosts are added, and where the server knows its hosts. */
    one_host_reason: z.string().nullable(),
    /** Why the site is fenced, or null. */
    fenced: z.string().nullable(),
    /** The resources at the site that the database does not have. */
    unknown: z.int(),
    /** What the site has and what of it is free, at its last report. Null for a site without one. */
    capacity: z
      .strictObject({
        cpus: z.int().nullable(),
        ram_mb: z.int().nullable(),
        free_ram_mb: z.int().nullable(),
        disk_gb: z.int().nullable(),
        free_disk_gb: z.int().nullable(),
        checked_at: Timestamp,
      })
      .nullable(),
    /** What of the capacity its VMs were sold. */
    sold: z.strictObject({ cpus: z.int(), ram_mb: z.int(), disk_gb: z.int(), gpus: z.int() }),
    /** Its public addresses, and those that are reserved, have a VM, gateway or balancer, or are isolated. */
    addresses: z.strictObject({ total: z.int(), used: z.int() }),
  })
  .meta({ id: "OperatorSite" });
export type OperatorSite = z.infer<typeof OperatorSite>;

const operatorSiteList = defineOperation({
  ...shared,
  id: "operatorSite.list",
  resource: "site",
  method: "GET",
  path: "/operator/sites",
  summary: "List the sites with their capacity and how much of it is sold",
  output: z.array(OperatorSite),
});

const Share = z.strictObject({
  /** What VMs there were sold. */
  sold: z.int(),
  /** What the site had. Null for one without bounds. */
  has: z.int().nullable(),
});

/** A site in depth. */
export const OperatorSiteDetails = OperatorSite.extend({
  location: z.string(),
  /** The latest decision about the site itself, such as to add it. */
  decision: OperatorSiteDecision.nullable(),
  /** What walls machines off less than the server could. */
  warnings: z.array(z.string()),
  closed_at: Timestamp.nullable(),
  /** Why an operator closed it. */
  closed_reason: z.string().nullable(),
  /** Whether its hosts are being balanced, and why an operator decided so. */
  balance_state: z.enum(BALANCE_STATES),
  balance_reason: z.string().nullable(),
  fenced_at: Timestamp.nullable(),
  /** The sentence about the fence. */
  fenced_detail: z.string().nullable(),
  /** What is there, deleted resources aside. */
  holds: z.strictObject({ vms: z.int(), volumes: z.int(), load_balancers: z.int(), public_ips: z.int() }),
  addresses: z.strictObject({
    total: z.int(),
    used: z.int(),
    /** What has those that are used. An isolated one counts by what has it. */
    used_by: z.strictObject({
      vms: z.int(),
      nat_gateways: z.int(),
      load_balancers: z.int(),
      /** Reserved and not attached. */
      reserved: z.int(),
      /** Isolated, and nobody's. */
      isolated: z.int(),
    }),
    /** Addresses without a gap, the first 100. */
    ranges: z.array(z.strictObject({ first: z.string(), last: z.string(), total: z.int(), used: z.int() })),
  }),
  /** Maintenance there that is not over, soonest first. */
  maintenance: z.array(
    OperatorAnnouncement.pick({ announcement_id: true, title: true, starts_at: true, ends_at: true }),
  ),
  /** The last 90 days in steps of six hours. Each has the last hour that was sampled in it. */
  history: z.strictObject({
    from: Timestamp,
    to: Timestamp,
    step_seconds: z.int(),
    points: z.array(z.strictObject({ at: Timestamp, cpus: Share, ram_mb: Share, disk_gb: Share })),
  }),
}).meta({ id: "OperatorSiteDetails" });
export type OperatorSiteDetails = z.infer<typeof OperatorSiteDetails>;

const site = "/operator/sites/{site_id}";
const ofSite = { ...shared, resource: "site", params: { site_id: ResourceId }, output: OperatorSiteDetails } as const;

const operatorSiteGet = defineOperation({
  ...ofSite,
  id: "operatorSite.get",
  method: "GET",
  path: site,
  summary: "Get a site with what is on it, its addresses, its maintenance and its capacity over 90 days",
  errors: ["not_found"],
});

export const SiteClosing = z
  .strictObject({ reason: Reason })
  .meta({ id: "SiteClosing", examples: [{ reason: "Its servers are replaced in March." }] });

const operatorSiteClose = defineOperation({
  ...ofSite,
  id: "operatorSite.close",
  method: "POST",
  path: `${site}/close`,
  summary: "Close a site for new resources, with a reason",
  description: "Existing resources keep working. If the site is already closed, the reason is replaced.",
  body: SiteClosing,
  errors: ["not_found"],
});

const operatorSiteOpen = defineOperation({
  ...ofSite,
  id: "operatorSite.open",
  method: "POST",
  path: `${site}/open`,
  summary: "Let a closed site take new resources again",
  errors: ["not_found", "conflict"],
});

export const SiteFencing = z
  .strictObject({ reason: Reason })
  .meta({ id: "SiteFencing", examples: [{ reason: "Its storage is repaired; ticket 4711." }] });

const operatorSiteFence = defineOperation({
  ...ofSite,
  id: "operatorSite.fence",
  method: "POST",
  path: `${site}/fence`,
  summary: "Fence a site: no worker changes anything there until it is resumed",
  description:
    "It is the same fence that a restored database gets. Existing resources keep running, and what " +
    "tenants request waits and shows them the reason. A step in progress ends first. Sites that share " +
    "its provider are fenced with it. `POST /operator/sites/{site_id}/resume` lifts it.",
  body: SiteFencing,
  errors: ["not_found", "conflict"],
});

export const operatorSiteOperations = [
  operatorSiteList,
  operatorSiteGet,
  operatorSiteClose,
  operatorSiteOpen,
  operatorSiteFence,
] as const;
