import { type CdnDnsRecord, CHALLENGE_LABEL } from "@fulmar/contract";
import type { DomainResolver } from "@fulmar/providers";

/** The DNS records that a domain needs before a distribution serves it. */
export interface DomainClaim {
  readonly domain: string;
  /** The value of the TXT record. It proves that the person who added the domain controls its DNS. */
  readonly token: string;
  /** The default domain of the distribution, to which the domain must point. */
  readonly target: string;
}

/**
 * Compares a domain's DNS records with the required ones.
 * @returns what is missing, in a sentence; undefined when the domain is proved
 * @throws ProviderError when DNS does not answer
 */
export async function missingProof(
  resolver: DomainResolver,
  claim: DomainClaim,
  signal: AbortSignal,
): Promise<string | undefined> {
  const challenge = `${CHALLENGE_LABEL}.${claim.domain}`;
  const [texts, aliases] = await Promise.all([resolver.txt(challenge, signal), resolver.cname(claim.domain, signal)]);
  if (texts.length === 0) return `The TXT record ${challenge} is missing.`;
  if (!texts.some((text) => text.trim() === claim.token)) return `The TXT record ${challenge} has another value.`;
  const leadsHere =
    aliases.some((alias) => alias.toLowerCase().replace(/\.$/, "") === claim.target) ||
    (await hasOurAddresses(resolver, claim, signal));
  return leadsHere ? undefined : `The name ${claim.domain} does not point to ${claim.target}.`;
}

/**
 * A zone apex cannot have a CNAME, so DNS providers offer ALIAS or ANAME records, which resolve to our addresses. The
 * name must resolve only to our addresses.
 */
async function hasOurAddresses(
  resolver: DomainResolver,
  { domain, target }: DomainClaim,
  signal: AbortSignal,
): Promise<boolean> {
  const addresses = await resolver.addresses(domain, signal);
  if (addresses.length === 0) return false;
  const ours = new Set(await resolver.addresses(target, signal));
  return addresses.every((address) => ours.has(address));
}

/** The records that prove a domain. */
export function proofRecords({ domain, token, target }: DomainClaim): [challenge: CdnDnsRecord, alias: CdnDnsRecord] {
  return [
    { type: "TXT", name: `${CHALLENGE_LABEL}.${domain}`, value: token },
    { type: "CNAME", name: domain, value: target },
  ];
}

/** The steps for the owner of a domain, one per item. */
export function proofInstructions(claim: DomainClaim): string[] {
  const [challenge, alias] = proofRecords(claim);
  return [
    `Create a TXT record for ${challenge.name} with the value ${challenge.value}.`,
    `Create a CNAME record for ${alias.name} that points to ${alias.value}.`,
  ];
}
