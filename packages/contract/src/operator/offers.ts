// The plans and images of the installation, as who runs it offers and retires them.
import { z } from "zod";
import { Image } from "../compute/image.ts";
import { PLAN_FAMILIES, Plan } from "../compute/offering.ts";
import { VmType } from "../compute/vm.ts";
import { defineOperation } from "../declaration/operation.ts";
import { AMOUNT, decimal } from "../values/decimal.ts";
import { ResourceId, Tags, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const ofPlan = { ...shared, resource: "plan" } as const;
const ofImage = { ...shared, resource: "image" } as const;
const plan = "/operator/plans/{plan_id}";
const image = "/operator/images/{template_id}";
const onePlan = { plan_id: ResourceId };
const oneImage = { template_id: ResourceId };

const Sites = z.array(ResourceId).max(1000);
const Buyers = z.array(ResourceId).min(1).max(1000).nullable();
const PlanName = keptAs("trim", z.string().trim().min(1).max(63));
const Family = z.enum(PLAN_FAMILIES);

const use = {
  /** The VMs that have it. */
  vms: z.int(),
  retired: z.boolean(),
  retired_at: Timestamp.nullable(),
};

/** A plan as tenants see it, with what they do not. Its price is that of the standard price book now. Null: not sold. */
export const OperatorPlan = Plan.omit({ monthly_price: true, available: true })
  .extend({
    /** The sites of `site_ids` where it is not sold, because no active host has as many GPUs of its model. */
    sites_without_gpus: z.array(z.string()),
    /** The organizations that may buy it. Null: all. */
    organization_ids: z.array(z.string()).nullable(),
    /** The tags that a host needs to get its VMs. Empty: any host of the site. */
    host_tags: z.array(z.string()),
    /** The place in the list, from 1. */
    position: z.int(),
    ...use,
  })
  .meta({ id: "OperatorPlan" });
export type OperatorPlan = z.infer<typeof OperatorPlan>;

const offered = { template_id: true, name: true, os_type: true, os_distro: true, version: true } as const;
/** An image of the catalog, or one of a workspace, which the operator publishes. */
export const OperatorImage = Image.pick({ ...offered, min_disk_gb: true, site_ids: true })
  .extend({
    ...use,
    /** The organization whose image it is. Null: the catalog's. */
    organization_id: z.string().nullable(),
    organization_name: z.string().nullable(),
    /** Whether every organization has the image of a workspace. */
    published: z.boolean(),
    published_at: Timestamp.nullable(),
  })
  .meta({ id: "OperatorImage" });
export type OperatorImage = z.infer<typeof OperatorImage>;

const operatorPlanList = defineOperation({
  ...ofPlan,
  id: "operatorPlan.list",
  method: "GET",
  path: "/operator/plans",
  summary: "List the plans, including retired ones, in the order in which tenants see them",
  output: z.array(OperatorPlan),
});

const operatorPlanGet = defineOperation({
  ...ofPlan,
  id: "operatorPlan.get",
  method: "GET",
  path: plan,
  summary: "Get a plan",
  params: onePlan,
  output: OperatorPlan,
  errors: ["not_found"],
});

/** The type of a new plan that names its family alone. */
export function typeOfNewPlan({ type, family }: { type?: VmType | undefined; family?: string | undefined }): VmType {
  return type ?? (family === "gpu" ? "gpu" : "cloud");
}

export const NewPlan = z
  .strictObject({
    plan_id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be 1 to 63 small letters, digits and hyphens, such as shared-2"),
    name: PlanName,
    type: VmType.optional(),
    family: Family.optional(),
    cpu: z.int().min(1).max(1024),
    ram_mb: z.int().min(128).max(33_554_432),
    disk_gb: z.int().min(1).max(65_536),
    gpu_model: keptAs("trim", z.string().trim().min(1).max(127)).nullable().default(null),
    gpu_count: z.int().min(0).max(64).default(0),
    site_ids: Sites.default([]),
    organization_ids: Buyers.default(null),
    host_tags: Tags.default([]),
    hourly_price: decimal(AMOUNT, "must be an amount such as 0.0125, with at most 8 decimals"),
  })
  .superRefine((plan, context) => {
    const { family, gpu_model, gpu_count } = plan;
    const type = typeOfNewPlan(plan);
    if (family !== undefined && (family === "gpu") !== (type === "gpu"))
      context.addIssue({ code: "custom", path: ["family"], message: "must be gpu for a GPU plan, and for no other" });
    const message =
      type === "gpu" ? "must be set for a GPU plan, with at least one GPU" : "must not be set for a cloud plan";
    const fits = type === "gpu" ? gpu_model !== null && gpu_count > 0 : gpu_model === null && gpu_count === 0;
    if (!fits) context.addIssue({ code: "custom", path: ["gpu_model"], message });
  })
  .meta({
    id: "NewPlan",
    examples: [
      {
        ...{ plan_id: "shared-2", name: "Shared 2", type: "cloud", cpu: 2, ram_mb: 4096, disk_gb: 40 },
        ...{ site_ids: ["site-ber-1"], hourly_price: "0.0125" },
      },
    ],
  });

const operatorPlanCreate = defineOperation({
  ...ofPlan,
  id: "operatorPlan.create",
  method: "POST",
  path: "/operator/plans",
  summary: "Create a plan with its price, and sell it at some sites",
  description:
    "Its size cannot change later. The price goes into the standard price book, where it can be changed. " +
    "The plan is added at the end of the list. Without `type` it is a GPU plan if its family is gpu, " +
    "otherwise a cloud plan. With `organization_ids` it is sold only to these organizations.",
  success: 201,
  body: NewPlan,
  output: OperatorPlan,
  errors: ["conflict"],
});

export const PlanChange = z
  .strictObject({
    name: PlanName,
    family: Family,
    organization_ids: Buyers,
    host_tags: Tags,
    position: z.int().min(1).max(100_000),
  })
  .partial()
  .meta({ id: "PlanChange", examples: [{ name: "Shared 2", organization_ids: null, position: 1 }] });

const operatorPlanUpdate = defineOperation({
  ...ofPlan,
  id: "operatorPlan.update",
  method: "PATCH",
  path: plan,
  summary: "Rename a plan, choose who may buy it and on which hosts it runs, or move it in the list",
  description:
    "VMs that have it keep it. With `host_tags`, new VMs go only to hosts that have all these tags. `position` " +
    "is its new place in the list, from 1; the others move up or down.",
  params: onePlan,
  body: PlanChange,
  output: OperatorPlan,
  errors: ["not_found", "conflict"],
});

export const PlanSites = z
  .strictObject({ site_ids: Sites })
  .meta({ id: "PlanSites", examples: [{ site_ids: ["site-ber-1"] }] });

const operatorPlanSetSites = defineOperation({
  ...ofPlan,
  id: "operatorPlan.setSites",
  method: "PUT",
  path: `${plan}/sites`,
  summary: "Choose the sites where a plan is sold",
  description: "VMs at other sites keep it.",
  params: onePlan,
  body: PlanSites,
  output: OperatorPlan,
  errors: ["not_found"],
});

const RETIRED = "It is no longer listed to tenants, and no VM gets it. VMs that have it keep it. Repeatable.";

const operatorPlanRetire = defineOperation({
  ...ofPlan,
  id: "operatorPlan.retire",
  method: "POST",
  path: `${plan}/retire`,
  summary: "Retire a plan",
  description: RETIRED,
  params: onePlan,
  output: OperatorPlan,
  errors: ["not_found"],
});

const operatorPlanRestore = defineOperation({
  ...ofPlan,
  id: "operatorPlan.restore",
  method: "POST",
  path: `${plan}/restore`,
  summary: "Offer a retired plan again",
  params: onePlan,
  output: OperatorPlan,
  errors: ["not_found"],
});

const operatorImageList = defineOperation({
  ...ofImage,
  id: "operatorImage.list",
  method: "GET",
  path: "/operator/images",
  summary: "List the images, including retired ones, in the order in which tenants see them",
  description: "Catalog images come first, then published images of workspaces.",
  output: z.array(OperatorImage),
});

const operatorImageGet = defineOperation({
  ...ofImage,
  id: "operatorImage.get",
  method: "GET",
  path: image,
  summary: "Get an image",
  params: oneImage,
  output: OperatorImage,
  errors: ["not_found"],
});

const operatorImageRetire = defineOperation({
  ...ofImage,
  id: "operatorImage.retire",
  method: "POST",
  path: `${image}/retire`,
  summary: "Retire an image",
  description: RETIRED,
  params: oneImage,
  output: OperatorImage,
  errors: ["not_found"],
});

const operatorImageRestore = defineOperation({
  ...ofImage,
  id: "operatorImage.restore",
  method: "POST",
  path: `${image}/restore`,
  summary: "Offer a retired image again",
  params: oneImage,
  output: OperatorImage,
  errors: ["not_found"],
});

/** What the form of a publication sends. */
export const PublishedImage = z.strictObject(oneImage);

const operatorImagePublish = defineOperation({
  ...ofImage,
  id: "operatorImage.publish",
  method: "POST",
  path: `${image}/publish`,
  summary: "Publish an image of a workspace",
  description:
    "Every organization sees it with its owner's name and can create VMs from it. It still belongs to " +
    "its owner, who pays for its storage and can delete it. Repeatable.",
  params: oneImage,
  output: OperatorImage,
  errors: ["not_found", "conflict"],
});

const operatorImageUnpublish = defineOperation({
  ...ofImage,
  id: "operatorImage.unpublish",
  method: "POST",
  path: `${image}/unpublish`,
  summary: "Stop publishing an image of a workspace",
  description:
    "Organizations that it is not shared with can create no more VMs from it. The VMs that they have " +
    "stay. Repeatable.",
  params: oneImage,
  output: OperatorImage,
  errors: ["not_found"],
});

export const operatorOfferOperations = [
  operatorPlanList,
  operatorPlanGet,
  operatorPlanCreate,
  operatorPlanUpdate,
  operatorPlanSetSites,
  operatorPlanRetire,
  operatorPlanRestore,
  operatorImageList,
  operatorImageGet,
  operatorImageRetire,
  operatorImageRestore,
  operatorImagePublish,
  operatorImageUnpublish,
] as const;
