import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Operation, OvsdbError, type Result } from "@fulmar/ovsdb";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { type FoundRow, labels, nameOf } from "./rows.ts";

/** Reads rows: those of each select. */
export type Read = (...selects: readonly Operation[]) => Promise<readonly (readonly FoundRow[])[]>;

/** How often a change begins again because others were faster. */
const ATTEMPTS = 30;
const PAUSE_MS = 40;
/** What the database says when the token has changed, or when another has made a row of the same name. */
const OVERTAKEN: readonly string[] = ["timed out", "constraint violation"];

/**
 * Changes a site's networks in one transaction. A plan reads what is there and says what to do; when another change was
 * made meanwhile, nothing is done and the plan is made again.
 * @throws ProviderError, retryable, when others were always faster
 */
export async function changeNetworks<Outcome>(
  site: LibvirtSite,
  signal: AbortSignal,
  plan: (read: Read) => Promise<{ readonly operations: readonly Operation[]; readonly outcome: Outcome }>,
): Promise<Outcome> {
  const read = readerOf(site, signal);
  for (let attempt = 1; ; attempt++) {
    const guard = await guardOf(site, read);
    const { operations, outcome } = await plan(read);
    if (operations.length === 0) return outcome;
    try {
      await site.northbound.transact([...guard, ...operations], signal);
      return outcome;
    } catch (error) {
      const wasOvertaken =
        error instanceof ProviderError && error.cause instanceof OvsdbError && OVERTAKEN.includes(error.cause.code);
      if (!wasOvertaken) throw error;
      if (attempt === ATTEMPTS) {
        throw new ProviderError(
          "provider_unavailable",
          "The site's networks are busy with other changes; the operation can be tried again in a moment.",
          { retryable: true, cause: error },
        );
      }
      await delay(Math.random() * PAUSE_MS * attempt, undefined, { signal });
    }
  }
}

export function readerOf(site: LibvirtSite, signal: AbortSignal): Read {
  return async (...selects) => (await site.northbound.transact(selects, signal)).map(({ rows }: Result) => rows ?? []);
}

/** Operations that fail when a change was made since they were made, and that make others fail. */
async function guardOf(site: LibvirtSite, read: Read): Promise<Operation[]> {
  const table = "Address_Set";
  const name = nameOf(site.siteId);
  const columns = ["external_ids"];
  const [rows] = await read({ op: "select", table, where: [["name", "==", name]], columns });
  const token = labels(site, "site", { token: randomUUID() });
  const present = rows?.[0];
  // Nobody else may have an address set of this name: of two that make it at once, one fails.
  if (present === undefined) return [{ op: "insert", table, row: { name, external_ids: token } }];
  const where = [["name", "==", name]] as const;
  return [
    { op: "wait", timeout: 0, table, where, columns, until: "==", rows: [present as { external_ids: typeof token }] },
    { op: "update", table, where, row: { external_ids: token } },
  ];
}
