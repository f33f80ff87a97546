// Tax on invoices: rates by country, who invoices are from, and who they are made out to.
import { z } from "zod";
import { BillingDetails, Country, InvoiceParty, Percent, party, SetBillingDetails } from "../billing/details.ts";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { decimal } from "../values/decimal.ts";
import { Day, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { Reason } from "./organizations.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const rates = { ...shared, resource: "tax_rate", path: "/operator/tax-rates" } as const;
const rate = { ...rates, path: "/operator/tax-rates/{rate_id}", params: { rate_id: ResourceId } } as const;

export const OperatorTaxRate = z
  .strictObject({
    rate_id: z.string(),
    country: z.string(),
    name: z.string(),
    percent: Percent,
    reverse_charge: z.boolean(),
    /** The day (UTC) from which it holds, until the next rate of the country. */
    valid_from: z.iso.date(),
    time: z.enum(["past", "present", "future"]),
    created_at: Timestamp,
  })
  .meta({ id: "OperatorTaxRate" });
export type OperatorTaxRate = z.infer<typeof OperatorTaxRate>;

const operatorTaxRateList = defineOperation({
  ...rates,
  id: "operatorTaxRate.list",
  method: "GET",
  summary: "List the tax rates of all countries, including past and future ones",
  output: z.array(OperatorTaxRate),
});

const operatorTaxRateGet = defineOperation({
  ...rate,
  id: "operatorTaxRate.get",
  method: "GET",
  summary: "Get a tax rate",
  output: OperatorTaxRate,
  errors: ["not_found"],
});

export const NewTaxRate = z
  .strictObject({
    country: Country,
    name: keptAs("trim", z.string().trim().min(1).max(40)).describe("What invoices call it, such as VAT or MwSt."),
    percent: decimal(
      /^0*(100(\.0+)?|\d{1,2}(\.\d{1,4}0*)?)$/,
      "must be from 0 to 100, with at most 4 digits behind the point, such as 19",
    ),
    valid_from: Day.describe("A day (UTC): today or a later one."),
    reverse_charge: z
      .boolean()
      .default(false)
      .describe("Whether customers with a VAT number pay none, and their invoices say that they owe it."),
  })
  .meta({
    id: "NewTaxRate",
    examples: [{ country: "DE", name: "MwSt.", percent: "19", valid_from: "2030-01-01", reverse_charge: false }],
  });

const operatorTaxRateCreate = defineOperation({
  ...rates,
  id: "operatorTaxRate.create",
  method: "POST",
  summary: "Set the tax rate of a country, from a given day",
  description:
    "It applies to the invoices of months whose last day it covers. A rate that has begun cannot be " +
    "changed, only followed by another; a rate of 0 ends the tax. Upgrade all processes before the first " +
    "rate: older ones do not know the ledger's entries of tax.",
  success: 201,
  body: NewTaxRate,
  output: OperatorTaxRate,
  errors: ["conflict"],
});

const operatorTaxRateDelete = defineOperation({
  ...rate,
  id: "operatorTaxRate.delete",
  method: "DELETE",
  summary: "Delete a tax rate that has not begun",
  output: z.strictObject({ rate_id: z.string() }),
  errors: ["not_found", "conflict"],
});

export const Seller = InvoiceParty.extend({
  /** Null, as are all others, until somebody has said them. */
  legal_name: z.string().nullable(),
  country: z.string().nullable(),
  updated_at: Timestamp.nullable(),
}).meta({ id: "Seller" });
export type Seller = z.infer<typeof Seller>;

export const SetSeller = z.strictObject(party).meta({
  id: "SetSeller",
  examples: [
    {
      ...{ legal_name: "Fulmar Cloud GmbH", address_lines: ["Hafenstr. 7"], postal_code: "20457", city: "Hamburg" },
      ...{ country: "DE", vat_number: "DE136695976" },
    },
  ],
});

const seller = { ...shared, resource: "seller", path: "/operator/seller" } as const;

const operatorSellerGet = defineOperation({
  ...seller,
  id: "operatorSeller.get",
  method: "GET",
  summary: "Get the issuer of invoices",
  output: Seller,
});

const operatorSellerUpdate = defineOperation({
  ...seller,
  id: "operatorSeller.update",
  method: "PUT",
  summary: "Set the issuer of invoices",
  description:
    "Replaces all details: what is left out is removed. Its country is used for organizations that have " +
    "not set theirs.",
  body: SetSeller,
  output: Seller,
});

export const OrganizationBillingDetails = SetBillingDetails.extend({ reason: Reason }).meta({
  id: "OrganizationBillingDetails",
  examples: [{ legal_name: "Engines GmbH", country: "DE", vat_number: "DE136695976", reason: "Ticket 4711" }],
});

const operatorOrganizationSetBillingDetails = defineOperation({
  ...shared,
  resource: "organization",
  id: "operatorOrganization.setBillingDetails",
  method: "PUT",
  path: "/operator/organizations/{organization_id}/billing-details",
  summary: "Set the billing details of an organization, with a reason that its members see",
  description: "Replaces all details: what is left out is removed.",
  params: { organization_id: OrganizationId },
  body: OrganizationBillingDetails,
  output: BillingDetails,
  errors: ["not_found"],
});

export const operatorTaxOperations = [
  operatorTaxRateList,
  operatorTaxRateGet,
  operatorTaxRateCreate,
  operatorTaxRateDelete,
  operatorSellerGet,
  operatorSellerUpdate,
  operatorOrganizationSetBillingDetails,
] as const;
