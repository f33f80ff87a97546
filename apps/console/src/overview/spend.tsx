"use client";

import { type Overview, WALLET_READER_ROLES } from "@fulmar/contract";
import Link from "next/link";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** What the workspace has used this month, for the roles that see it. */
export function Spend({ spend }: { spend: Overview["spend"] }) {
  const { workspaceId, organization } = useWorkspace();
  return (
    <section aria-labelledby="spend">
      <h2 id="spend" className="mb-3 font-semibold text-base">
        Spent this month
      </h2>
      {spend === null ? (
        <p className="text-ink-muted">
          What was spent is shown to the roles {listed.format(WALLET_READER_ROLES)} of {organization.name}; yours is{" "}
          {organization.role}.
        </p>
      ) : (
        <div className="rounded-lg border border-line bg-surface p-4 shadow-card">
          <p className="font-semibold text-2xl tabular-nums">{inCurrency(spend.amount, spend.currency)}</p>
          <p className="mt-1 text-ink-muted">
            By this workspace, counted in whole hours. The organization has {inCurrency(spend.balance, spend.currency)}{" "}
            left.
          </p>
          <Link
            href={workspaceHref(workspaceId, "billing")}
            className="mt-2 inline-block rounded font-medium text-accent hover:underline"
          >
            Billing
          </Link>
        </div>
      )}
    </section>
  );
}

const listed = new Intl.ListFormat("en-GB");

function inCurrency(amount: string, currency: string): string {
  return Number(amount).toLocaleString("en-US", { style: "currency", currency });
}
