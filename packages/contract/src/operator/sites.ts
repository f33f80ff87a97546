// The sites, as who runs the installation sees them.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Timestamp } from "../values/fields.ts";

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
    /** Whether nothing new is created there. */
    closed: z.boolean(),
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
  })
  .meta({ id: "OperatorSite" });
export type OperatorSite = z.infer<typeof OperatorSite>;

const operatorSiteList = defineOperation({
  ...shared,
  id: "operatorSite.list",
  resource: "site",
  method: "GET",
  path: "/operator/sites",
  summary: "List the sites with their capacity and what of it is sold",
  output: z.array(OperatorSite),
});

export const operatorSiteOperations = [operatorSiteList] as const;
