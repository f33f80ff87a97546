import type { OperatorEvent } from "@fulmar/contract";
import type { ReactNode } from "react";
import { money } from "@/client/money.ts";
import { DateTime } from "@/components/date-time.tsx";
import { useInstallation } from "@/shell/installation.tsx";

/** The fields that are money, in the currency of the installation. */
const AMOUNTS: ReadonlySet<string> = new Set(["amount", "credit_limit", "hourly_price", "monthly_cap"]);
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/**
 * The fields of an event in one line: `amount: $100.50, reference: Transfer 7`. What other columns show is left out: the
 * ids of its path, and the reason.
 */
export function EventFields({ event }: { event: OperatorEvent }) {
  const { currency } = useInstallation();
  const shown: readonly unknown[] = [event.resource_id, event.organization_id, event.reason];
  const fields = Object.entries(event.fields).filter(([, value]) => !shown.includes(value));
  return fields.map(([name, value], index) => (
    <span key={name}>
      {index > 0 && ", "}
      {name.replaceAll("_", " ")}: {shownValue(name, value, currency)}
    </span>
  ));
}

function shownValue(name: string, value: unknown, currency: string): ReactNode {
  if (typeof value !== "string") return textOf(value);
  if (AMOUNTS.has(name)) return money(value, currency, 8);
  return MOMENT.test(value) ? <DateTime iso={value} /> : value;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(" ") || "none";
  if (value === null) return "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
