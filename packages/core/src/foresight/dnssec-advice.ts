import { DnsZone, type ResourceChange } from "@fulmar/contract";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

/** Warns of the end of a zone's signing while its registry says that it is signed. */
export function adviceAboutDnssec(
  { operation, answer }: Pick<Rehearsed, "operation" | "answer">,
  changes: readonly ResourceChange[],
): string[] {
  const zone = operation.id === "dnsZone.update" ? DnsZone.safeParse(answer).data : undefined;
  const ends = changes.some(({ fields }) => fields.some(({ field, to }) => field === "dnssec" && to === false));
  if (zone === undefined || !ends || zone.delegation_ds?.length === 0) return [];
  const present =
    zone.delegation_ds === null
      ? `The registry of ${zone.name} may have a DS record, which was not checked yet.`
      : `The registry of ${zone.name} had a DS record at the last check.`;
  return [
    `${present} While it has one, resolvers that check signatures refuse every answer of a zone that is not signed: ` +
      "delete it at the registrar first, and wait a day.",
  ];
}
