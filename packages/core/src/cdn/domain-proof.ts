import { type CdnDnsRecord, CHALLENGE_LABEL } from "@fulmar/contract";
import type { DomainResolver } from "@fulmar/providers";

/** What the DNS of a domain must say for it to be served by a distribution. */
export interface DomainClaim {
  readonly domain: string;
  /** The value of the TXT record, which proves that whoever added the domain here may write its DNS. */
  readonly token: string;
  /** The default domain of the distribution, which the domain must lead to. */
  readonly target: string;
}

/**
 * Compares a domain's DNS with what it must say.
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
  if (texts.length === 0) return `The TXT record ${challenge} is not there.`;
  if (!texts.some((text) => text.trim() === claim.token)) return `The TXT record ${challenge} has another value.`;
  const leadsHere =
    aliases.some((alias) => alias.toLowerCase().replace(/\.$/, "") === claim.target) ||
    (await hasOurAddresses(resolver, claim, signal));
  return leadsHere ? undefined : `The name ${claim.domain} does not lead to ${claim.target}.`;
}

/**
 * At the top of a zone, where no CNAME can stand, DNS providers offer ALIAS or ANAME records, which give a name our
 * addresses. It must have ours and no other.
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

/** What the owner of a domain has to set up, one step per item. */
export function proofInstructions(claim: DomainClaim): string[] {
  const [challenge, alias] = proofRecords(claim);
  return [
    `Create a TXT record for ${challenge.name} with the value ${challenge.value}.`,
    `Create a CNAME record for ${alias.name} that points to ${alias.value}.`,
  ];
}
