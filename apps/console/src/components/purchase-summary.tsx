"use client";

import type { BillingReason } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { ShownPrice } from "@/client/sku-price.ts";
import { useTRPCClient } from "@/client/trpc.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Button } from "./button.tsx";
import { FormSummary } from "./form-summary.tsx";

/**
 * The summary of a form's choices and the button that buys.
 * @param skuCode the product, to check eligibility in advance; undefined while nothing is chosen
 * @param price undefined while loading or nothing is chosen; null if the user may not see prices
 */
export function PurchaseSummary({
  lines,
  price,
  skuCode,
  action,
  busy,
}: {
  lines: readonly (readonly [term: string, value: ReactNode])[];
  price: ShownPrice | null | undefined;
  skuCode: string | undefined;
  action: string;
  busy: boolean;
}) {
  return (
    <FormSummary lines={lines}>
      <div
        className="border-line max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:justify-between max-lg:gap-x-4
          lg:border-t lg:pt-4"
        aria-live="polite"
      >
        <p className="flex items-baseline justify-between gap-3">
          <span className="text-ink-muted">A month</span>
          <span className="font-semibold text-lg tabular-nums">{price?.monthly ?? "—"}</span>
        </p>
        <p className="text-right text-ink-muted text-xs">
          {price
            ? `${price.hourly} an hour, billed while it exists`
            : price === null
              ? "Your role does not see prices"
              : ""}
        </p>
      </div>
      {skuCode !== undefined && <EligibilityNotice skuCode={skuCode} />}
      <Button type="submit" look="primary" className="mt-3 w-full lg:mt-4" busy={busy}>
        {action}
      </Button>
    </FormSummary>
  );
}

/**
 * Why a create would be refused now, and where to change that. Exhaustive: a new reason does not compile without an
 * entry.
 */
const WORDS: Readonly<
  Record<Exclude<BillingReason, "ok">, { readonly text: string; readonly page: string; readonly link: string }>
> = {
  insufficient_funds: {
    text: "The balance does not cover this now.",
    page: "billing",
    link: "See the wallet",
  },
  account_suspended: {
    text: "The organization is suspended, so nothing can be bought.",
    page: "billing",
    link: "See why",
  },
  unknown_sku: {
    text: "This has no price yet, so it cannot be bought.",
    page: "billing/prices",
    link: "See the price list",
  },
  billing_unavailable: {
    text: "Billing does not answer at the moment. You may have to try again.",
    page: "billing",
    link: "See the wallet",
  },
  quota_exceeded: {
    text: "The workspace's quota leaves no room for this.",
    page: "settings/quotas",
    link: "See the quotas",
  },
};

/**
 * Billing's decision for this product, before anything is sent. It is the same decision as for the purchase, but may
 * change until then.
 */
function EligibilityNotice({ skuCode }: { skuCode: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const client = useTRPCClient();
  const decision = useQuery({
    queryKey: ["eligibility", workspaceId, skuCode],
    queryFn: () => client.billing.resourceEligibility.mutate({ workspace_id: workspaceId, sku_code: skuCode }),
    enabled: roleRefusal("billing.read") === null,
    staleTime: 30_000,
    // A blocker of one plan usually applies to the next, so the notice stays while the new answer loads.
    placeholderData: keepPreviousData,
  });
  const reason = decision.data?.reason;
  if (reason === undefined || reason === "ok") return null;
  const { text, page, link } = WORDS[reason];
  return (
    <p role="status" className="mt-4 flex gap-2 rounded-md bg-warn-soft p-3 text-warn text-xs">
      <Info className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      <span>
        {text}{" "}
        <Link href={workspaceHref(workspaceId, page)} className="rounded font-medium underline underline-offset-2">
          {link}
        </Link>
      </span>
    </p>
  );
}
