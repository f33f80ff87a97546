import { z } from "zod";
import { Email } from "../console/first-user.ts";
import { defineOperation } from "../declaration/operation.ts";
import { WALLET_READER_ROLES } from "../declaration/roles.ts";
import { SEEN, SEEN_ALONE, Timestamp } from "../values/fields.ts";
import { keptAs, NORMAL_FORMS } from "../values/normal-form.ts";
import { COUNTRIES } from "./countries.ts";

const COUNTRY_SHAPE = "must be the code of a country, such as DE (ISO 3166-1)";

/** A country in a request. */
export const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, COUNTRY_SHAPE)
  .refine((code) => COUNTRIES.includes(code), COUNTRY_SHAPE);

/** One line of an address or a name on invoices. */
const line = (most: number) => keptAs("trim", z.string().trim().min(1).max(most).regex(SEEN, SEEN_ALONE));

/** People write VAT numbers with spaces, dots and hyphens, which are not part of them. */
const VatNumber = keptAs(
  "vat-number",
  z
    .string()
    .max(60)
    .regex(
      /^[\s.-]*(?:[A-Za-z0-9][\s.-]*){4,20}$/,
      "must be 4 to 20 letters and digits, such as DE136695976 or DE 136.695.976",
    )
    .overwrite(NORMAL_FORMS["vat-number"]),
);

/** Who an invoice is from or made out to, in a request. What is left out is kept as unknown. */
export const party = {
  legal_name: line(200),
  address_lines: z.array(line(100)).max(4).default([]),
  postal_code: line(20).nullable().default(null),
  city: line(100).nullable().default(null),
  country: Country,
  /** With the country's prefix in the European Union. */
  vat_number: VatNumber.nullable().default(null),
};

const partyShown = {
  address_lines: z.array(z.string()),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  vat_number: z.string().nullable(),
};

/** Who an invoice is from or made out to. */
export const InvoiceParty = z
  .strictObject({ legal_name: z.string(), ...partyShown, country: z.string() })
  .meta({ id: "InvoiceParty" });
export type InvoiceParty = z.infer<typeof InvoiceParty>;

/** A percentage as decimal text, such as "19" or "7.7". */
export const Percent = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/);

/** The tax that an organization has: 0 percent with `reverse_charge`. */
export const TaxRate = z
  .strictObject({ name: z.string(), country: z.string(), percent: Percent, reverse_charge: z.boolean() })
  .meta({ id: "TaxRate" });
export type TaxRate = z.infer<typeof TaxRate>;

export const BillingDetails = z
  .strictObject({
    organization_id: z.string(),
    /** Null, as are all others, until somebody has set the details. */
    legal_name: z.string().nullable(),
    ...partyShown,
    country: z.string().nullable(),
    /** Where invoices should be sent. */
    email: z.string().nullable(),
    updated_at: Timestamp.nullable(),
    /** Today's tax on what the organization uses. Null without one. */
    tax: TaxRate.nullable(),
  })
  .meta({ id: "BillingDetails" });
export type BillingDetails = z.infer<typeof BillingDetails>;

export const SetBillingDetails = z
  .strictObject({ ...party, email: keptAs("lower", Email).nullable().default(null) })
  .meta({
    id: "SetBillingDetails",
    examples: [
      {
        ...{ legal_name: "Engines GmbH", address_lines: ["Unter den Linden 1"], postal_code: "10117", city: "Berlin" },
        ...{ country: "DE", vat_number: "DE136695976", email: "invoices@example.com" },
      },
    ],
  });

const WHOLE_ORGANIZATION = "They belong to the organization, so a token of specific workspaces has no access to them.";

const shared = {
  resource: "billing_details",
  family: "Billing",
  path: "/billing/details",
  roles: WALLET_READER_ROLES,
  ofOrganization: true,
} as const;

const billingDetailsGet = defineOperation({
  ...shared,
  id: "billingDetails.get",
  method: "GET",
  scope: "billing.read",
  verbPhrase: "see billing details",
  summary: "Get the billing details on invoices, and their tax",
  description: `Prices, budgets and forecasts are without tax; invoices add it. ${WHOLE_ORGANIZATION}`,
  output: BillingDetails,
});

const billingDetailsUpdate = defineOperation({
  ...shared,
  id: "billingDetails.update",
  method: "PUT",
  scope: "billing.write",
  verbPhrase: "change billing details",
  summary: "Set the billing details on invoices",
  description:
    "Replaces all details: what is left out is removed. They apply from the next invoice; issued " +
    "invoices do not change. The country decides the tax. A VAT number must have its country's form. " +
    WHOLE_ORGANIZATION,
  body: SetBillingDetails,
  output: BillingDetails,
});

export const billingDetailsOperations = [billingDetailsGet, billingDetailsUpdate] as const;
