import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId } from "../values/fields.ts";
import { IMAGE_FIRMWARE } from "./image-states.ts";
import { VmType } from "./vm.ts";

/** A site, where VMs run. */
export const Site = z
  .strictObject({
    site_id: z.string(),
    name: z.string(),
    location: z.string(),
    /** Whether it has hosts that are dedicated to your organization. VMs ask for them by `dedicated`. */
    has_dedicated_hosts: z.boolean(),
    /** What its VMs can be of, such as `x86_64`. Images of others are refused. Null while the site does not say. */
    architectures: z.array(z.string()).nullable(),
    /** What boots its VMs: `bios`, `uefi`, or neither at a site of containers. Null while the site does not say. */
    firmware: z.array(z.enum(IMAGE_FIRMWARE)).nullable(),
  })
  .meta({ id: "Site" });
export type Site = z.infer<typeof Site>;

/** What kind of machine a plan is. Plans of GPUs are of the family gpu, and they alone. */
export const PLAN_FAMILIES = ["shared", "dedicated", "memory", "gpu"] as const;

/**
 * Prices are decimal text, with 730 hours per month. While the plan's SKU has no price, prices are null and the plan is
 * unavailable.
 */
export const Plan = z
  .strictObject({
    plan_id: z.string(),
    name: z.string(),
    type: VmType,
    family: z.enum(PLAN_FAMILIES),
    sku_code: z.string(),
    cpu: z.int(),
    ram_mb: z.int(),
    disk_gb: z.int(),
    gpu_model: z.string().nullable(),
    gpu_count: z.int(),
    hourly_price: z.string().nullable(),
    monthly_price: z.string().nullable(),
    currency: z.string().nullable(),
    site_ids: z.array(z.string()),
    available: z.boolean(),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof Plan>;

const catalogList = { family: "Compute", method: "GET", scope: "vm.read", list: true } as const;

export const siteList = defineOperation({
  ...catalogList,
  id: "site.list",
  resource: "site",
  path: "/compute/sites",
  summary: "List the sites where VMs can be created",
  query: pageQuery(),
  output: z.array(Site),
});

export const planList = defineOperation({
  ...catalogList,
  id: "plan.list",
  resource: "plan",
  path: "/compute/plans",
  summary: "List the plans of cloud and GPU VMs with their prices",
  query: { ...pageQuery(), type: VmType.optional(), site_id: ResourceId.optional() },
  output: z.array(Plan),
});
