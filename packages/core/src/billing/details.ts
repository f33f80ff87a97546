// Who the invoices of an organization are made out to.
import { type BillingDetails, BillingDetails as Shown, TaxRate } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues, auditOperator } from "../audit/index.ts";
import { wireForm } from "../query/wire-form.ts";
import { auditValues } from "../request/audit-event.ts";
import type { Handler } from "../request/context.ts";
import { noSuchOrganization } from "../request/domain-error.ts";
import { requireOrganizationToken } from "./organization-token.ts";
import { requireVatNumber } from "./vat-number.ts";

const read = statement(
  "billing_details_read",
  `SELECT o.organization_id, b.legal_name, coalesce(b.address_lines, '{}') AS address_lines, b.postal_code, b.city,
          b.country, b.vat_number, b.email, b.updated_at,
          (SELECT jsonb_build_object('name', r.name, 'country', r.country, 'percent', trim_scale(r.percent)::text,
                                     'reverse_charge', r.reverse_charge)
             FROM tax_rate_of(o.organization_id, (now() AT TIME ZONE 'UTC')::date) AS r) AS tax
     FROM organization o LEFT JOIN billing_details b USING (organization_id)
    WHERE o.organization_id = $organization_id`,
);

const write = (audit: string) => `WITH changed AS (
     INSERT INTO billing_details AS b (organization_id, legal_name, address_lines, postal_code, city, country, vat_number,
                                       email)
     VALUES ($organization_id, $legal_name, $address_lines::text[], $postal_code, $city, $country, $vat_number, $email)
         ON CONFLICT (organization_id) DO UPDATE
        SET legal_name = excluded.legal_name, address_lines = excluded.address_lines,
            postal_code = excluded.postal_code, city = excluded.city, country = excluded.country,
            vat_number = excluded.vat_number, email = excluded.email, updated_at = now()
     RETURNING b.organization_id
   )
   ${audit}`;

const update = statement(
  "billing_details_update",
  write(auditChange("billingDetails.update", { resource: "changed.organization_id" })),
);

const set = statement(
  "billing_details_set",
  write(
    auditOperator("billing_details.set", {
      ...{ resource: "changed.organization_id", workspace: "NULL::bigint", detail: "$reason::text" },
    }),
  ),
);

/** What a request says of the details. */
interface Details {
  readonly legal_name: string;
  readonly address_lines: readonly string[];
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly vat_number: string | null;
  readonly email: string | null;
}

const valuesOf = (organization_id: string, details: Details) => {
  requireVatNumber(details);
  const { legal_name, address_lines, postal_code, city, country, vat_number, email } = details;
  return {
    ...{
      organization_id,
      legal_name,
      address_lines: [...address_lines],
      postal_code,
      city,
      country,
      vat_number,
      email,
    },
  };
};

const shown = wireForm(Shown.omit({ tax: true }));

/** @throws DomainError 404 without such an organization */
export async function readBillingDetails(sql: Sql, organization_id: string): Promise<BillingDetails> {
  const row = await sql.maybe(read, { organization_id });
  if (row === undefined) throw noSuchOrganization();
  return { ...shown(row), tax: TaxRate.nullable().parse(row.tax) };
}

/** Sets them as an operator, in the caller's transaction. @throws DomainError 400 that names the field */
export async function setBillingDetailsIn(
  sql: Sql,
  request: Details & { readonly organization_id: string; readonly reason: string },
): Promise<BillingDetails> {
  const { organization_id, reason } = request;
  await sql.query(set, { ...valuesOf(organization_id, request), reason, ...auditValues() });
  return readBillingDetails(sql, organization_id);
}

export const getBillingDetails: Handler<"billingDetails.get"> = (context) => {
  requireOrganizationToken(context, "Billing details");
  return readBillingDetails(context.sql, context.workspace.organizationId);
};

export const updateBillingDetails: Handler<"billingDetails.update"> = async (context, details) => {
  requireOrganizationToken(context, "Billing details");
  const { sql, workspace } = context;
  const values = valuesOf(workspace.organizationId, details);
  await sql.query(update, { ...values, ...auditChangeValues(context.actor()) });
  return readBillingDetails(sql, workspace.organizationId);
};
