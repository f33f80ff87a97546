import { type Condition, type Operation, setOf } from "@fulmar/ovsdb";
import { z } from "zod";
import type { AddressSet, AppliedNetwork } from "../../ports/network-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { changeNetworks, type Read, readerOf } from "./change.ts";
import { FAMILIES, type Family, IPV4, setNameOf } from "./firewall.ts";
import { type FoundRow, isOurs, isSites, jsonIn, type Labels, labels, labelsIn, revisionOf, select } from "./rows.ts";

const TABLE = "Address_Set";
const Ids = z.array(z.string());

// Rules name a row of each family, since those of OVN's sets do not mix.

/** Changes the addresses of a set that rules name: two rows, however many machines have such a rule. */
export async function applySet(site: LibvirtSite, set: AddressSet, signal: AbortSignal): Promise<void> {
  await changeNetworks(site, signal, async (read) => {
    const found = await findRows(site, [set.id], read);
    return { operations: found.length === 0 ? [] : rowsOf(site, set, found), outcome: undefined };
  });
}

export async function findSets(
  site: LibvirtSite,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<AppliedNetwork[]> {
  const rows = await findRows(site, ids, readerOf(site, signal), [IPV4]);
  return rows.map(labelsIn).map((found) => ({ id: found.id ?? "", revision: revisionOf(found) }));
}

/** What makes the sets of a machine's rules before its rules, or changes those that the site has as of earlier. */
export async function putSets(site: LibvirtSite, sets: readonly AddressSet[], read: Read): Promise<Operation[]> {
  const ids = sets.map(({ id }) => id);
  const found = await findRows(site, ids, read);
  return sets.flatMap((set) => rowsOf(site, set, found));
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
    .flatMap((id) => FAMILIES.map((family) => ({ op: "delete", table: TABLE, where: [isNamed(site, id, family)] })));
}

function setsIn(group: Labels | undefined): readonly string[] {
  return Ids.safeParse(jsonIn(group?.sets)).data ?? [];
}

async function findRows(
  site: LibvirtSite,
  ids: readonly string[],
  read: Read,
  families: readonly Family[] = FAMILIES,
): Promise<readonly FoundRow[]> {
  const role = isOurs(site, "address_set");
  const selects = ids.flatMap((id) =>
    families.map((family) => select(TABLE, ["name"], isNamed(site, id, family), role)),
  );
  return selects.length === 0 ? [] : (await read(...selects)).flat();
}

/** What makes the rows of a set, or changes those that are there as of earlier. */
function rowsOf(site: LibvirtSite, { id, revision, addresses }: AddressSet, present: readonly FoundRow[]): Operation[] {
  const external_ids = labels(site, "address_set", { id, revision: String(revision) });
  return FAMILIES.flatMap((family): Operation[] => {
    const name = `${setNameOf(site, id)}${family.ofSets}`;
    const row = { addresses: setOf(addresses.filter(family.isAddress)), external_ids };
    const found = present.find((each) => each.name === name);
    if (found === undefined) return [{ op: "insert", table: TABLE, row: { name, ...row } }];
    if (revisionOf(labelsIn(found)) > revision) return [];
    return [{ op: "update", table: TABLE, where: [isNamed(site, id, family)], row }];
  });
}

function isNamed(site: LibvirtSite, id: string, { ofSets }: Family): Condition {
  return ["name", "==", `${setNameOf(site, id)}${ofSets}`];
}
