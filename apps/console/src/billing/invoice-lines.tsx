"use client";

import type { InvoiceLine } from "@fulmar/contract";
import { money, sumOf } from "@/client/money.ts";
import { Amount } from "./amount.tsx";

/** The lines of an invoice by workspace, each with its sum. */
export function InvoiceLines({
  label,
  lines,
  currency,
}: {
  label: string;
  lines: readonly InvoiceLine[];
  currency: string;
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface shadow-card"
    >
      <table className="w-full min-w-xl">
        <thead>
          <tr className="border-line border-b text-left text-ink-muted text-xs">
            <th scope="col" className="px-4 py-2 font-medium">
              Product
            </th>
            {["Quantity", "Price", "Amount"].map((title) => (
              <th key={title} scope="col" className="px-4 py-2 text-right font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {byWorkspace(lines).map(([id, ofWorkspace]) => (
          <tbody key={id}>
            <tr className="border-line border-b bg-canvas">
              <th scope="rowgroup" colSpan={3} className="px-4 py-2 text-left font-medium">
                {ofWorkspace[0]?.workspace_name}
              </th>
              <td className="px-4 py-2 font-medium">
                <Amount>{money(sumOf(ofWorkspace.map(({ amount }) => amount)), currency, 4, 4)}</Amount>
              </td>
            </tr>
            {ofWorkspace.map((line) => (
              <tr
                key={`${line.sku_code} ${line.unit_price} ${line.price_since}`}
                className="border-line border-b last:border-b-0"
              >
                <td className="px-4 py-2">
                  {line.name}
                  <span className="block font-mono text-ink-muted text-xs">{line.sku_code}</span>
                  {detailsOf(line, currency).map((detail) => (
                    <span key={detail} className="block text-ink-muted text-xs">
                      {detail}
                    </span>
                  ))}
                </td>
                <td className="px-4 py-2">
                  <Amount>{quantityOf(line)}</Amount>
                </td>
                <td className="px-4 py-2">
                  <Amount>{money(line.unit_price, currency, 8)}</Amount>
                </td>
                <td className="px-4 py-2">
                  <Amount>{money(line.amount, currency, 4, 4)}</Amount>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function byWorkspace(lines: readonly InvoiceLine[]): [id: string, lines: InvoiceLine[]][] {
  const groups = new Map<string, InvoiceLine[]>();
  for (const line of lines) groups.set(line.workspace_id, [...(groups.get(line.workspace_id) ?? []), line]);
  return [...groups];
}

function quantityOf({ quantity, unit }: Pick<InvoiceLine, "quantity" | "unit">): string {
  const count = Number(quantity).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${count} ${unit}s`;
}

/** From when the price held, what was free, and what the monthly cap took off. */
function detailsOf(line: InvoiceLine, currency: string): string[] {
  const { price_since, free_quantity, free_amount, capped_amount, unit } = line;
  return [
    ...(price_since === null ? [] : [`Price since ${price_since.slice(0, 16).replace("T", " ")} UTC`]),
    ...(free_quantity === "0"
      ? []
      : [`${quantityOf({ quantity: free_quantity, unit })} free: −${money(free_amount, currency, 4, 4)}`]),
    ...(capped_amount === "0" ? [] : [`Monthly cap: −${money(capped_amount, currency, 4, 4)}`]),
  ];
}
