import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AMOUNT, decimal, NORMAL_FORMS, PLAN_FAMILIES } from "@fulmar/contract";
import { z } from "zod";

const Amount = decimal(AMOUNT, "must be an amount in quotes, such as '0.0125', with at most 8 decimals")
  // As the database gives it.
  .transform(NORMAL_FORMS.decimal);
const Id = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,62}$/, "must be 1 to 63 small letters, digits, dots and hyphens");
const Text = z.string().trim().min(1).max(63);

/** A price of the standard book. A product without one is not sold; '0' is free of charge. */
const price = {
  hourly_price: Amount.nullable().default(null),
  monthly_cap: Amount.nullable().default(null),
  free_quantity: Amount.nullable().default(null),
};

/** The price of what this version charges for besides plans. */
const FileProduct = z.strictObject({ sku_code: z.string(), ...price });

const FilePlan = z.strictObject({
  plan_id: Id,
  name: Text,
  family: z.enum(PLAN_FAMILIES).default("shared"),
  /** The code of its product; by default, `plan.` and its id. */
  sku_code: Id.optional(),
  cpu: z.int().min(1).max(1024),
  ram_mb: z.int().min(128).max(33_554_432),
  disk_gb: z.int().min(1).max(65_536),
  gpu_model: Text.nullable().default(null),
  gpu_count: z.int().min(0).max(64).default(0),
  ...price,
  /** Where it is sold: at all sites, at none, or at those with these names. */
  sites: z.union([z.enum(["all", "none"]), z.array(z.string()).max(1000)]).default("all"),
  retired: z.boolean().default(false),
});

/** An image. Simulated sites boot each one, and `admin image import` brings it to a server. */
const FileImage = z.strictObject({
  template_id: Id,
  name: Text,
  os_type: Text,
  os_distro: Text,
  version: Text,
  min_disk_gb: z.int().min(1).max(65_536),
  retired: z.boolean().default(false),
});

/** A catalog as a file: what `admin catalog import` takes and `admin catalog export` gives (docs/operators.md). */
export const CatalogFile = z
  .strictObject({
    /** The version of this form. */
    format: z.literal(1, "must be 1, the form that this version knows"),
    currency: z.string(),
    products: z.array(FileProduct).default([]),
    plans: z.array(FilePlan).default([]),
    images: z.array(FileImage).default([]),
  })
  .superRefine(({ products, plans, images }, context) => {
    const once = (list: string, field: string, values: readonly string[]) => {
      for (const [index, value] of values.entries())
        if (values.indexOf(value) !== index)
          context.addIssue({ code: "custom", path: [list, index, field], message: `is there twice: ${value}` });
    };
    once(
      "products",
      "sku_code",
      products.map(({ sku_code }) => sku_code),
    );
    once(
      "plans",
      "plan_id",
      plans.map(({ plan_id }) => plan_id),
    );
    once(
      "plans",
      "name",
      plans.map(({ name }) => name),
    );
    once("plans", "sku_code", plans.map(productOfPlan));
    once(
      "images",
      "template_id",
      images.map(({ template_id }) => template_id),
    );
    for (const [index, { family, gpu_model, gpu_count }] of plans.entries()) {
      const fits = family === "gpu" ? gpu_model !== null && gpu_count > 0 : gpu_model === null && gpu_count === 0;
      const message = `must ${family === "gpu" ? "" : "not "}be set, with gpu_count, for the family ${family}`;
      if (!fits) context.addIssue({ code: "custom", path: ["plans", index, "gpu_model"], message });
    }
    for (const [index, { sku_code, monthly_cap }] of products.entries())
      if (monthly_cap !== null && sku_code.endsWith(".transfer"))
        context.addIssue({
          ...{ code: "custom", path: ["products", index, "monthly_cap"] },
          message: "must not be set for transfer, which no resource has by the hour",
        });
    for (const [list, priced] of Object.entries({ products, plans }))
      for (const [index, { hourly_price, monthly_cap, free_quantity }] of priced.entries())
        if (hourly_price === null && (monthly_cap !== null || free_quantity !== null))
          context.addIssue({
            ...{ code: "custom", path: [list, index, "hourly_price"] },
            message: "is needed for a cap or a free amount",
          });
  });
export type CatalogFile = z.output<typeof CatalogFile>;
export type FilePlan = z.output<typeof FilePlan>;

/** The code of the product that a plan of a file is charged as. */
export function productOfPlan({
  plan_id,
  sku_code = `plan.${plan_id}`,
}: Pick<FilePlan, "plan_id" | "sku_code">): string {
  return sku_code;
}

/** The starter catalog of this release. Development begins with it; an operator may import it, or a file made of it. */
export function starterCatalog(): CatalogFile {
  return CatalogFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, "starter-catalog.json"), "utf8")));
}
