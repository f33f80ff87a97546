// Who may have a zone served (docs/adr/0183).
import { createHash } from "node:crypto";
import type { Configuration } from "@fulmar/config";
import { CHALLENGE_LABEL } from "@fulmar/contract";

const LABEL_DIGITS = 12;
const TOKEN_DIGITS = 32;

/** The part of a zone that its ownership is about. */
export interface Claim {
  /** The name of the zone. */
  readonly name: string;
  readonly proof_token: string;
  /** Those that the zone's organization has. */
  readonly name_servers: readonly string[];
}

/**
 * The name servers of an organization's zones: a label of its own below each of the installation's. Only who controls a
 * domain can make its registry name them, so a delegation to them proves the domain for this organization and for no
 * other, also while the registry still names those of whoever had the domain before. Empty if the installation has none.
 */
export function nameServersOf({ dns }: Pick<Configuration, "dns">, organizationId: string): readonly string[] {
  const label = `z${digestOf(organizationId).slice(0, LABEL_DIGITS)}`;
  return (dns?.nameServers ?? []).map((server) => `${label}.${server}`);
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * What the TXT record of a zone says. It is no secret: everybody reads it in DNS, and it proves the domain for this
 * workspace alone.
 */
export function proofTokenOf(workspaceId: bigint, name: string): string {
  return digestOf(`${workspaceId} ${name}`).slice(0, TOKEN_DIGITS);
}

/** The record that proves a zone while other name servers answer for its domain. */
export function proofRecord({ name, proof_token }: Claim) {
  return { type: "TXT", name: `${CHALLENGE_LABEL}.${name}`, value: proof_token } as const;
}

/** Whether a registry names a name server of the claim, and what else it names, in words. */
export function judgeDelegation(
  { name, name_servers }: Claim,
  delegated: readonly string[],
): { readonly isOurs: boolean; readonly problem: string | null } {
  const others = delegated.filter((server) => !name_servers.includes(server));
  const isOurs = others.length < delegated.length;
  if (delegated.length === 0) return { isOurs, problem: `The registry names no name servers for ${name}.` };
  if (!isOurs) return { isOurs, problem: `Your registrar still names ${inWords(others)}.` };
  if (others.length === 0) return { isOurs, problem: null };
  return { isOurs, problem: `Your registrar also names ${inWords(others)}, which do not have this zone.` };
}

/** The steps for the owner of a domain, one per item. Null if none remains. */
export function claimInstructions(
  claim: Claim,
  { isActive, delegated }: { readonly isActive: boolean; readonly delegated: readonly string[] | null },
): string[] | null {
  const { isOurs, problem } = judgeDelegation(claim, delegated ?? []);
  if (claim.name_servers.length === 0 || (isActive && isOurs && problem === null)) return null;
  const delegate = `At your registrar, set the name servers of ${claim.name} to ${inWords(claim.name_servers)}.`;
  if (isActive) return [delegate];
  const { name, value } = proofRecord(claim);
  return [
    delegate,
    `Or have the zone served before that: where ${claim.name} has its DNS now, create a TXT record for ${name} with ` +
      `the value ${value}.`,
  ];
}

/** Names in a sentence. A registry may name thirteen. */
function inWords(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}
