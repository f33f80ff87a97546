"use client";

import type { PricePreview } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { countOf } from "@/client/format.ts";
import { money } from "@/client/money.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPCClient } from "@/client/trpc.ts";
import { useSettled } from "@/client/use-settled.ts";

/** The change that a dialog asks about. */
type Change =
  | {
      readonly of: "price";
      readonly book_id: string;
      readonly sku_code: string;
      readonly hourly_price: string | null;
      readonly monthly_cap: string | null;
      readonly free_quantity: string | null;
    }
  | { readonly of: "discount"; readonly book_id: string; readonly percent_off: string }
  | { readonly of: "book"; readonly organization_id: string; readonly book_id: string };

const WITHOUT = {
  price: "With a product and a price, this says what it would do to this month's bills.",
  discount: "With a percentage, this says what it would do to this month's bills.",
  book: "With a book, this says what it would do to this month's bill.",
} as const satisfies Record<Change["of"], string>;

/** The most organizations that are named. */
const MOST = 5;

/**
 * What a change of prices would do to the bills of this month, had it held all month. The panel has the same height from
 * the beginning, so that the buttons below it do not move.
 * @param change null while it is not complete
 */
export function BillPreview({ of, change, currency }: { of: Change["of"]; change: Change | null; currency: string }) {
  const client = useTRPCClient();
  const asked = useSettled(change);
  const { data, error } = useQuery({
    queryKey: ["price-preview", asked],
    queryFn: () => (asked === null ? null : ask(client, asked)),
    gcTime: 0,
    retry: false,
  });
  return (
    <section
      aria-label="This month's bills"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      tabIndex={0}
      className="h-44 overflow-y-auto rounded-md border border-line bg-canvas px-3.5 py-3 [scrollbar-gutter:stable]"
    >
      {change === null ? (
        <p className="text-ink-muted">{WITHOUT[of]}</p>
      ) : error ? (
        <p className="text-bad">{problemOf(error).detail}</p>
      ) : data ? (
        <Bills preview={data} currency={currency} />
      ) : (
        <p className="text-ink-muted">Finding out what this does to this month's bills</p>
      )}
    </section>
  );
}

function ask(client: ReturnType<typeof useTRPCClient>, change: Change): Promise<PricePreview> {
  if (change.of === "discount") {
    const { of: _, ...discount } = change;
    return client.operatorPriceBook.previewDiscount.mutate(discount);
  }
  if (change.of === "book") {
    const { of: _, ...book } = change;
    return client.operatorOrganization.previewPriceBook.mutate(book);
  }
  const { of: _, ...price } = change;
  return client.operatorPriceBook.preview.mutate(price);
}

function Bills({ preview, currency }: { preview: PricePreview; currency: string }) {
  const { organizations, changed, ...sums } = preview;
  if (changed === 0) return <p>No bill of this month would change.</p>;
  return (
    <div className="space-y-2">
      <p className="font-medium">{`Had it held all month, ${countOf(changed, "bill")} would change.`}</p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
        <dt className="font-medium">All bills together</dt>
        <dd className="text-right font-medium">{billsText(sums, currency)}</dd>
        {organizations.slice(0, MOST).map(({ organization_id, organization_name, ...bills }) => (
          <div key={organization_id} className="contents">
            <dt className="[overflow-wrap:anywhere]">{organization_name}</dt>
            <dd className="text-right text-ink-muted">{billsText(bills, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function billsText(
  { before, after, difference }: Pick<PricePreview, "before" | "after" | "difference">,
  currency: string,
) {
  const sign = difference.startsWith("-") ? "" : "+";
  return `${money(before, currency)} → ${money(after, currency)} (${sign}${money(difference, currency)})`;
}
