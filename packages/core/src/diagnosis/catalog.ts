import type { Configuration } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { listOffers, type SetUpStep, setUpSteps } from "../catalog/index.ts";
import { counted, type Finding, fail, ok, warn } from "./finding.ts";

const used = statement(
  "diagnosis_used_without_price",
  `SELECT code
     FROM unnest($sku_codes::text[] || ARRAY(SELECT sku_code FROM plan WHERE plan_id = ANY ($plan_ids::text[])))
       AS unpriced (code)
    WHERE EXISTS (SELECT FROM charge WHERE sku_code = code AND charged_until IS NULL)
       OR EXISTS (SELECT FROM transfer WHERE sku_code = code AND hour > now() - interval '1 day')`,
  { present: ["code"] },
);

/** Looks at what production lists and nobody can have, and at what is left to set up. */
export async function catalogFindings(
  database: Pick<Database, "sql">,
  { environment }: Pick<Configuration, "environment">,
): Promise<Finding[]> {
  if (environment === "development") return [];
  const steps = await setUpSteps(database);
  const idsOf = (step: SetUpStep["step"]) => steps.find((each) => each.step === step)?.ids ?? [];
  return [
    ...(steps.some(({ step }) => step === "plan") ? [NO_PLAN] : await idleOffers(database)),
    ...(await priceFindings(database, { plans: idsOf("plan_price"), products: idsOf("product_price") })),
    ...(steps.some(({ step }) => step === "seller") ? [NO_SELLER] : []),
  ];
}

const NO_PLAN = warn(
  "catalog",
  "There is no plan, so nobody can create a VM: run fulmar admin catalog import, or fulmar operator plan create.",
);
const NO_SELLER = warn("seller", "Invoices do not say who they are from: run fulmar operator seller update.");
const SET_PRICE = "run fulmar operator price-book set-price, or fulmar admin catalog import";

/** Plans and images that are listed, and that nobody can have. */
async function idleOffers(database: Pick<Database, "sql">): Promise<Finding[]> {
  const offers = await listOffers(database);
  // Without a site this holds for all of them, and the finding of the sites says what to do.
  if (offers.every(({ sites }) => sites === 0)) return [];
  const idle = offers.filter(({ sites, vms, retired_at }) => retired_at === null && sites === 0 && vms === 0);
  const [first] = idle;
  if (first === undefined) return [ok("catalog", "Each plan and image is offered at a site, or in use, or retired.")];
  const what = counted(idle.length, "plan or image is", "plans and images are");
  const advice = `run fulmar admin catalog retire --${first.kind} ${first.id}`;
  return [
    warn("catalog", `${what} listed, but offered at no site (${idle.map(({ id }) => id).join(", ")}): ${advice}.`),
  ];
}

async function priceFindings(
  { sql }: Pick<Database, "sql">,
  { plans, products }: { readonly plans: readonly string[]; readonly products: readonly string[] },
): Promise<Finding[]> {
  const unsold = (ids: readonly string[], one: string, several: string) =>
    ids.length === 0
      ? []
      : [
          warn(
            "prices",
            `${counted(ids.length, one, several)} no price, so it is not sold (${ids.join(", ")}): ${SET_PRICE}.`,
          ),
        ];
  const free =
    plans.length + products.length === 0
      ? []
      : (await sql.query(used, { sku_codes: products, plan_ids: plans })).map(({ code }) => code);
  const charged =
    free.length === 0
      ? []
      : [fail("prices", `What is in use costs nothing for want of a price (${free.join(", ")}): ${SET_PRICE}.`)];
  return [...charged, ...unsold(plans, "plan has", "plans have"), ...unsold(products, "product has", "products have")];
}
