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
  /** The DS record of the zone's key. Null while it is not signed. */
  readonly ds_record: string | null;
}

/** What the registry has of a domain. */
export interface Delegation {
  readonly name_servers: readonly string[];
  readonly ds_records: readonly string[];
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

/** Whether a registry names a name server of the claim, and what is wrong with what it has, in words. */
export function judgeDelegation(
  claim: Claim,
  { name_servers, ds_records }: Delegation,
): { readonly isOurs: boolean; readonly problem: string | null } {
  const judged = judgeNameServers(claim, name_servers);
  return judged.isOurs && judged.problem === null ? { ...judged, problem: signingProblem(claim, ds_records) } : judged;
}

function judgeNameServers({ name, name_servers }: Claim, delegated: readonly string[]) {
  const others = delegated.filter((server) => !name_servers.includes(server));
  const isOurs = others.length < delegated.length;
  if (delegated.length === 0) return { isOurs, problem: `The registry names no name servers for ${name}.` };
  if (!isOurs) return { isOurs, problem: `Your registrar still names ${inWords(others)}.` };
  if (others.length === 0) return { isOurs, problem: null };
  return { isOurs, problem: `Your registrar also names ${inWords(others)}, which do not have this zone.` };
}

/** Resolvers that check signatures refuse every answer if none of the parent's DS records is of the zone's key. */
function signingProblem({ name, ds_record }: Claim, published: readonly string[]): string | null {
  if (published.length === 0 || (ds_record !== null && published.includes(ds_record))) return null;
  return ds_record === null
    ? `The registry has a DS record for ${name}, which is not signed: resolvers that check signatures refuse its answers.`
    : `The registry has a DS record of another key for ${name}: resolvers that check signatures refuse its answers.`;
}

/** The steps for the owner of a domain, one per item. Null if none remains. */
export function claimInstructions(
  claim: Claim,
  { isActive, delegation }: { readonly isActive: boolean; readonly delegation: Delegation },
): string[] | null {
  if (claim.name_servers.length === 0) return null;
  const { isOurs, problem } = judgeNameServers(claim, delegation.name_servers);
  const signing = signingSteps(claim, delegation.ds_records);
  if (isActive && isOurs && problem === null) return signing.length === 0 ? null : signing;
  const delegate = `At your registrar, set the name servers of ${claim.name} to ${inWords(claim.name_servers)}.`;
  // A DS record of the name servers so far would make the domain unreachable at the new ones.
  if (isActive) return isOurs ? [delegate, ...signing] : [...leavingSteps(claim, delegation), delegate];
  const { name, value } = proofRecord(claim);
  return [
    ...leavingSteps(claim, delegation),
    delegate,
    `Or have the zone served before that: where ${claim.name} has its DNS now, create a TXT record for ${name} with ` +
      `the value ${value}.`,
  ];
}

function leavingSteps({ name, ds_record }: Claim, { ds_records }: Delegation): string[] {
  if (!ds_records.some((record) => record !== ds_record)) return [];
  return [
    `At your registrar, delete the DS record of ${name}, which is of other name servers, and wait a day before the next step.`,
  ];
}

/** The steps at the registrar that make a delegated zone's DS record right. */
function signingSteps({ name, ds_record }: Claim, published: readonly string[]): string[] {
  const others = published.filter((record) => record !== ds_record);
  const isThere = ds_record !== null && published.includes(ds_record);
  return [
    ...(ds_record !== null && !isThere
      ? [`At your registrar, enter the DS record of ${name}: ${ds_record}. Until then nobody checks its signatures.`]
      : []),
    ...(others.length > 0 && !isThere
      ? [`At your registrar, delete the DS record ${inWords(others)} of ${name}.`]
      : []),
  ];
}

/** Names in a sentence. A registry may name thirteen. */
function inWords(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}
