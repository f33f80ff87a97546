// A catalog as a file (docs/adr/0157): what an operator imports and exports.
import { z } from "zod";
import { PLAN_FAMILIES } from "../compute/offering.ts";
import { AMOUNT, decimal } from "../values/decimal.ts";
import { keptAs } from "../values/normal-form.ts";

/** The most of each list. */
const MOST_ITEMS = 1000;

/** The largest file that a page sends. The API takes no larger body. */
export const MOST_CATALOG_BYTES = 1024 * 1024;

const Amount = decimal(AMOUNT, "must be an amount in quotes, such as 0.0125, with at most 8 decimals");
const Id = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,62}$/, "must be 1 to 63 small letters, digits, dots and hyphens");
const Text = keptAs("trim", z.string().trim().min(1).max(63));

/** A price of the standard book. A product without one is not sold; '0' is free of charge. */
const price = {
  hourly_price: Amount.nullable().default(null),
  monthly_cap: Amount.nullable().default(null),
  free_quantity: Amount.nullable().default(null),
};

/** The price of what a release charges for besides plans. */
const FileProduct = z
  .strictObject({ sku_code: z.string().min(1).max(63), ...price })
  .meta({ id: "CatalogFileProduct" });

const FilePlan = z
  .strictObject({
    plan_id: Id,
    name: Text,
    family: z.enum(PLAN_FAMILIES).default("shared"),
    sku_code: Id.optional().describe("The code of its product. By default `plan.` and its id."),
    cpu: z.int().min(1).max(1024),
    ram_mb: z.int().min(128).max(33_554_432),
    disk_gb: z.int().min(1).max(65_536),
    gpu_model: keptAs("trim", z.string().trim().min(1).max(127)).nullable().default(null),
    gpu_count: z.int().min(0).max(64).default(0),
    ...price,
    sites: z
      .union([z.enum(["all", "none"]), z.array(Text).max(MOST_ITEMS)])
      .default("all")
      .describe("Where it is sold: at all sites, at none, or at those with these names."),
    retired: z.boolean().default(false),
  })
  .meta({ id: "CatalogFilePlan" });
export type FilePlan = z.output<typeof FilePlan>;

const FileImage = z
  .strictObject({
    template_id: Id,
    name: Text,
    os_type: Text,
    os_distro: Text,
    version: Text,
    min_disk_gb: z.int().min(1).max(65_536),
    retired: z.boolean().default(false),
  })
  .meta({ id: "CatalogFileImage" });

const lists = {
  products: z.array(FileProduct).max(MOST_ITEMS),
  plans: z.array(FilePlan).max(MOST_ITEMS),
  images: z.array(FileImage).max(MOST_ITEMS).describe("Simulated sites boot each one. Others have it brought."),
};
const format = z.literal(1, "must be 1, the form that this version knows");

type Lists = Readonly<{ [Name in keyof typeof lists]: readonly z.output<(typeof lists)[Name]>[number][] }>;

/** The code of the product that a plan of a file is charged as. */
export function productOfPlan({
  plan_id,
  sku_code = `plan.${plan_id}`,
}: Pick<FilePlan, "plan_id" | "sku_code">): string {
  return sku_code;
}

/** The code of each plan's product. Undefined for a plan whose id is there before, which says enough. */
function productsOfPlans(plans: readonly FilePlan[]): (string | undefined)[] {
  const seen = new Set<string>();
  return plans.map((plan) => {
    if (seen.has(plan.plan_id)) return undefined;
    seen.add(plan.plan_id);
    return productOfPlan(plan);
  });
}

/** What no single field can say: nothing is there twice, GPUs are those of GPU plans, and a cap has a price. */
function checkLists({ products, plans, images }: Lists, issue: (path: (string | number)[], message: string) => void) {
  const once = (list: string, field: string, values: readonly (string | undefined)[]) => {
    const seen = new Set<string>();
    for (const [index, value] of values.entries()) {
      if (value === undefined) continue;
      if (seen.has(value)) issue([list, index, field], `is there twice: ${value}`);
      seen.add(value);
    }
  };
  const skus = products.map(({ sku_code }) => sku_code);
  const templates = images.map(({ template_id }) => template_id);
  once("products", "sku_code", skus);
  for (const field of ["plan_id", "name"] as const) {
    const values = plans.map((plan) => plan[field]);
    once("plans", field, values);
  }
  once("plans", "sku_code", productsOfPlans(plans));
  once("images", "template_id", templates);
  for (const [index, { family, gpu_model, gpu_count }] of plans.entries()) {
    const fits = family === "gpu" ? gpu_model !== null && gpu_count > 0 : gpu_model === null && gpu_count === 0;
    const message = `must ${family === "gpu" ? "" : "not "}be set, with gpu_count, for the family ${family}`;
    if (!fits) issue(["plans", index, "gpu_model"], message);
  }
  for (const [index, { sku_code, monthly_cap }] of products.entries())
    if (monthly_cap !== null && sku_code.endsWith(".transfer"))
      issue(["products", index, "monthly_cap"], "must not be set for transfer, which no resource has by the hour");
  for (const [list, priced] of Object.entries({ products, plans }))
    for (const [index, { hourly_price, monthly_cap, free_quantity }] of priced.entries())
      if (hourly_price === null && (monthly_cap !== null || free_quantity !== null))
        issue([list, index, "hourly_price"], "is needed for a cap or a free amount");
}

/** A catalog as a file: what an import takes and an export gives (docs/operators.md). */
export const CatalogFile = z
  .strictObject({
    /** The version of this form. */
    format,
    currency: z.string().max(3, "must be a currency of ISO 4217, such as EUR"),
    products: lists.products.default([]),
    plans: lists.plans.default([]),
    images: lists.images.default([]),
  })
  .superRefine((file, context) =>
    checkLists(file, (path, message) => context.addIssue({ code: "custom", path, message })),
  )
  .meta({ id: "CatalogFile" });
export type CatalogFile = z.output<typeof CatalogFile>;

/** The body of an import: a file's own, or none of it for the starter catalog. */
export const CatalogImport = z
  .strictObject({
    update: z
      .boolean()
      .default(false)
      .describe("Makes what differs as in the catalog, too: prices from the next hour on. Sizes of plans stay."),
    format: format.optional().describe("1, the version of the form of a file. Without a file it is left out."),
    currency: z
      .string()
      .max(3, "must be a currency of ISO 4217, such as EUR")
      .optional()
      .describe("Of the prices of a file: that of the installation."),
    products: lists.products.optional(),
    plans: lists.plans.optional(),
    images: lists.images.optional(),
  })
  .superRefine((body, context) => {
    const issue = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    const { format: form, currency, products, plans, images } = body;
    if (isOfFile(body)) {
      if (form === undefined) issue(["format"], "must be 1, the form that this version knows");
      if (currency === undefined) issue(["currency"], "must be the currency of the file's prices");
    }
    checkLists({ products: products ?? [], plans: plans ?? [], images: images ?? [] }, issue);
  })
  .meta({
    id: "CatalogImport",
    examples: [
      {
        ...{ format: 1, currency: "EUR" },
        products: [{ sku_code: "volume.ssd", hourly_price: "0.00014" }],
        plans: [{ plan_id: "shared-2", name: "Shared 2", cpu: 2, ram_mb: 4096, disk_gb: 40, hourly_price: "0.0125" }],
      },
    ],
  });

/** Whether an import has anything of a file. Without, it is of the starter catalog. */
export function isOfFile({ format: form, currency, products, plans, images }: z.output<typeof CatalogImport>): boolean {
  return [form, currency, products, plans, images].some((part) => part !== undefined);
}
