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
 * What the choices of a form come to, and the button that buys it.
 * @param skuCode what is bought, to say before the button is pressed whether it can be; undefined while nothing was
 * chosen
 * @param price undefined while it is on its way or nothing was chosen; null where the reader may not see prices
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
      <div className="border-line border-t pt-4" aria-live="polite">
        <p className="flex items-baseline justify-between">
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
      <Button type="submit" look="primary" className="mt-4 w-full" busy={busy}>
        {action}
      </Button>
    </FormSummary>
  );
}

/**
 * Why a create would be refused now, and where that can be changed. Total: a new reason does not compile until it has
 * its words.
 */
const WORDS: Readonly<
  Record<Exclude<BillingReason, "ok">, { readonly text: string; readonly page: string; readonly link: string }>
> = {
  insufficient_funds: {
    text: "The balance does not cover this as things stand.",
    page: "billing",
    link: "See the wallet",
  },
  account_suspended: {
    text: "The organization is suspended, so that nothing can be bought.",
    page: "billing",
    link: "See why",
  },
  unknown_sku: {
    text: "This has no price yet, so that it cannot be bought.",
    page: "billing/prices",
    link: "See the price list",
  },
  billing_unavailable: {
    text: "Billing does not answer at the moment; a create may have to be tried again.",
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
 * What billing would say to this product now, before anything is sent. It is the same decision, and holds for the
 * moment only.
 */
function EligibilityNotice({ skuCode }: { skuCode: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const client = useTRPCClient();
  const decision = useQuery({
    queryKey: ["eligibility", workspaceId, skuCode],
    queryFn: () => client.billing.resourceEligibility.mutate({ workspace_id: workspaceId, sku_code: skuCode }),
    enabled: roleRefusal("billing.read") === null,
    staleTime: 30_000,
    // What stands in the way of one plan mostly does of the next: the notice does not come and go with each choice.
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
