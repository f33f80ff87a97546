import type { Configuration } from "@fulmar/config";
import { type OwnDomains, ownerOf } from "../cdn/index.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import type { StoredConfiguration } from "./stored-configuration.ts";

/**
 * Checks the domains that a change adds. Whether a domain is the customer's, the authority finds out by a visit.
 * @param isPublic whether the load balancer has a public address; asked only if a domain is added
 * @throws DomainError 400 for a name of the installation, 409 `no_certificate_authority` or `no_public_address`
 */
export async function checkDomains(
  configuration: Pick<Configuration, "acme"> & OwnDomains,
  before: StoredConfiguration,
  after: StoredConfiguration,
  isPublic: () => Promise<boolean>,
): Promise<void> {
  const known = new Set(domainsOf(before));
  const added = domainsOf(after).filter((domain) => !known.has(domain));
  if (added.length === 0) return;
  for (const domain of added) {
    const owner = ownerOf(domain, configuration);
    if (owner !== undefined) throw invalidField("domains", `must be of your own; ${domain} belongs to ${owner}`);
  }
  if (configuration.acme === undefined)
    throw conflict(
      "no_certificate_authority",
      "The installation has no certificate authority that could issue certificates for domains; " +
        "give the listener a certificate from the secret store.",
    );
  if (!(await isPublic()))
    throw conflict(
      "no_public_address",
      "The load balancer has no public address at which a certificate authority could visit its domains; " +
        "attach a reserved IP to it first.",
    );
}

/** All domains of a configuration, as often as listeners name them. */
export function domainsOf({ listeners }: StoredConfiguration): string[] {
  return listeners.flatMap(({ domains }) => domains);
}
