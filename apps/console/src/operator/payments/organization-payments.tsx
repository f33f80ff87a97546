"use client";

import { useList } from "@/client/use-list.ts";
import { DataTable } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { type OneOrganization, organizationPaymentList } from "../operator-queries.ts";
import { paymentColumns } from "./payment-columns.tsx";

/** What an organization paid last. */
export function OrganizationPayments(path: OneOrganization) {
  const { query, pages } = useList(organizationPaymentList, path);
  return (
    <Section title="Payments" lead="What it paid last. Open one to confirm or to refund it.">
      <PagedRows query={query} pages={pages} empty={<p className="text-ink-muted">It has not paid anything yet.</p>}>
        {(items) => (
          <DataTable
            label="Payments of the organization"
            columns={paymentColumns}
            rows={items}
            keyOf={({ payment_id }) => payment_id}
          />
        )}
      </PagedRows>
    </Section>
  );
}
