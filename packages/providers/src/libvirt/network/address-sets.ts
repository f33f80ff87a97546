import { type Operation, setOf } from "@fulmar/ovsdb";
import { z } from "zod";
import type { AddressSet, AppliedNetwork } from "../../ports/network-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { changeNetworks, type Read, readerOf } from "./change.ts";
import { setNameOf } from "./firewall.ts";
import { type FoundRow, isOurs, isSites, jsonIn, type Labels, labels, labelsIn, revisionOf, select } from "./rows.ts";

const TABLE = "Address_Set";
const Ids = z.array(z.string());

/** Changes the addresses of a set that rules name: one row, however many machines have such a rule. */
export async function applySet(site: LibvirtSite, set: AddressSet, signal: AbortSignal): Promise<void> {
  await changeNetworks(site, signal, async (read) => {
    const [found] = await findRows(site, [set.id], read);
    return { operations: found === undefined ? [] : changeOf(site, set, found), outcome: undefined };
  });
}

export async function findSets(
  site: LibvirtSite,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<AppliedNetwork[]> {
  const rows = await findRows(site, ids, readerOf(site, signal));
  return rows.map(labelsIn).map((found) => ({ id: found.id ?? "", revision: revisionOf(found) }));
}

/** What makes the sets of a machine's rules before its rules, or changes those that the site has as of earlier. */
export async function putSets(site: LibvirtSite, sets: readonly AddressSet[], read: Read): Promise<Operation[]> {
  const ids = sets.map(({ id }) => id);
  const rows = new Map((await findRows(site, ids, read)).map((row) => [labelsIn(row).id, row]));
  return sets.flatMap((set) => {
    const found = rows.get(set.id);
    if (found !== undefined) return changeOf(site, set, found);
    return [{ op: "insert", table: TABLE, row: { name: setNameOf(site, set.id), ...rowOf(site, set) } } as const];
  });
}

/**
 * What removes the sets that a machine's rules named before, except those that they or rules of other machines still
 * name.
 */
export async function leaveSets(
  site: LibvirtSite,
  {
    vmId,
    before,
    now,
  }: { readonly vmId: string; readonly before: Labels | undefined; readonly now: readonly string[] },
  read: Read,
): Promise<Operation[]> {
  const left = setsIn(before).filter((id) => !now.includes(id));
  if (left.length === 0) return [];
  const [groups = []] = await read(select("Port_Group", [], isSites(site)));
  const others = groups.map(labelsIn).filter(({ id }) => id !== vmId);
  const named = new Set(others.flatMap(setsIn));
  return left
    .filter((id) => !named.has(id))
    .map((id) => ({ op: "delete", table: TABLE, where: [["name", "==", setNameOf(site, id)]] }) as const);
}

function setsIn(group: Labels | undefined): readonly string[] {
  return Ids.safeParse(jsonIn(group?.sets)).data ?? [];
}

async function findRows(site: LibvirtSite, ids: readonly string[], read: Read): Promise<readonly FoundRow[]> {
  if (ids.length === 0) return [];
  const role = isOurs(site, "address_set");
  return (await read(...ids.map((id) => select(TABLE, [], ["name", "==", setNameOf(site, id)], role)))).flat();
}

function changeOf(site: LibvirtSite, set: AddressSet, found: FoundRow): Operation[] {
  if (revisionOf(labelsIn(found)) > set.revision) return [];
  return [{ op: "update", table: TABLE, where: [["name", "==", setNameOf(site, set.id)]], row: rowOf(site, set) }];
}

function rowOf(site: LibvirtSite, { id, revision, addresses }: AddressSet) {
  return {
    addresses: setOf(addresses),
    external_ids: labels(site, "address_set", { id, revision: String(revision) }),
  };
}
