// The plans and images of the installation, as who runs it offers and retires them.
import { z } from "zod";
import { DecimalText } from "../billing/usage.ts";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const ofPlan = { ...shared, resource: "plan" } as const;
const ofImage = { ...shared, resource: "image" } as const;
const plan = "/operator/plans/{plan_id}";
const image = "/operator/images/{template_id}";
const onePlan = { plan_id: ResourceId };
const oneImage = { template_id: ResourceId };

const Sites = z.array(ResourceId).max(1000);

export const OperatorPlan = z
  .strictObject({
    plan_id: z.string(),
    name: z.string(),
    type: z.enum(["cloud", "gpu"]),
    sku_code: z.string(),
    cpu: z.int(),
    ram_mb: z.int(),
    disk_gb: z.int(),
    gpu_model: z.string().nullable(),
    gpu_count: z.int(),
    /** Where it is sold. */
    site_ids: z.array(z.string()),
    /** In the standard price book, now. Null: it is not sold. */
    hourly_price: DecimalText.nullable(),
    /** The VMs that have it. */
    vms: z.int(),
    retired: z.boolean(),
    retired_at: Timestamp.nullable(),
  })
  .meta({ id: "OperatorPlan" });
export type OperatorPlan = z.infer<typeof OperatorPlan>;

export const OperatorImage = z
  .strictObject({
    template_id: z.string(),
    name: z.string(),
    os_type: z.string(),
    os_distro: z.string(),
    version: z.string(),
    min_disk_gb: z.int(),
    site_ids: z.array(z.string()),
    vms: z.int(),
    retired: z.boolean(),
    retired_at: Timestamp.nullable(),
  })
  .meta({ id: "OperatorImage" });
export type OperatorImage = z.infer<typeof OperatorImage>;

const operatorPlanList = defineOperation({
  ...ofPlan,
  id: "operatorPlan.list",
  method: "GET",
  path: "/operator/plans",
  summary: "List the plans, retired ones too, in the order in which tenants see them",
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

const operatorPlanCreate = defineOperation({
  ...ofPlan,
  id: "operatorPlan.create",
  method: "POST",
  path: "/operator/plans",
  summary: "Create a plan with its price, and sell it at some sites",
  description:
    "Its size stays: VMs have it. The price goes into the standard price book; price books change it later. It comes last in the list.",
  success: 201,
  body: z
    .strictObject({
      plan_id: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be 1 to 63 small letters, digits and hyphens, such as shared-2"),
      name: keptAs("trim", z.string().trim().min(1).max(63)),
      type: z.enum(["cloud", "gpu"]),
      cpu: z.int().min(1).max(1024),
      ram_mb: z.int().min(128).max(33_554_432),
      disk_gb: z.int().min(1).max(65_536),
      gpu_model: keptAs("trim", z.string().trim().min(1).max(63)).nullable().default(null),
      gpu_count: z.int().min(0).max(64).default(0),
      site_ids: Sites.default([]),
      hourly_price: keptAs(
        "decimal",
        z.string().regex(/^\d{1,10}(\.\d{1,8})?$/, "must be an amount such as 0.0125, with at most 8 decimals"),
      ),
    })
    .superRefine(({ type, gpu_model, gpu_count }, context) => {
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
    }),
  output: OperatorPlan,
  errors: ["conflict"],
});

const operatorPlanSetSites = defineOperation({
  ...ofPlan,
  id: "operatorPlan.setSites",
  method: "PUT",
  path: `${plan}/sites`,
  summary: "Choose the sites where a plan is sold",
  description: "VMs at other sites keep it.",
  params: onePlan,
  body: z.strictObject({ site_ids: Sites }).meta({ id: "PlanSites", examples: [{ site_ids: ["site-ber-1"] }] }),
  output: OperatorPlan,
  errors: ["not_found"],
});

const RETIRED = "It is listed to tenants no longer, and no VM gets it. VMs that have it keep it. Repeatable.";

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
  summary: "List the images, retired ones too, in the order in which tenants see them",
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

export const operatorOfferOperations = [
  operatorPlanList,
  operatorPlanGet,
  operatorPlanCreate,
  operatorPlanSetSites,
  operatorPlanRetire,
  operatorPlanRestore,
  operatorImageList,
  operatorImageGet,
  operatorImageRetire,
  operatorImageRestore,
] as const;
