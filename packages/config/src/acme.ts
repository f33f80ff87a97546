/** The authority of certificates, and how the installation is known there (RFC 8555). */
export interface AcmeConfiguration {
  readonly directoryUrl: string;
  readonly email: string | undefined;
  /** The program that writes TXT records of the operator's own zones (docs/cdn.md). */
  readonly dnsHook: string | undefined;
  /** For authorities that bind accounts to their own, such as ZeroSSL. */
  readonly externalAccount: { readonly keyId: string; readonly hmacKey: string } | undefined;
}

/** @returns undefined without an authority; a sentence when the variables do not go together */
export function acmeConfiguration(value: {
  readonly FULMAR_ACME_DIRECTORY?: string | undefined;
  readonly FULMAR_ACME_EMAIL?: string | undefined;
  readonly FULMAR_ACME_DNS_HOOK?: string | undefined;
  readonly FULMAR_ACME_KEY_ID?: string | undefined;
  readonly FULMAR_ACME_HMAC_KEY?: string | undefined;
}): AcmeConfiguration | string | undefined {
  const { FULMAR_ACME_DIRECTORY: directoryUrl, FULMAR_ACME_EMAIL: email } = value;
  const { FULMAR_ACME_DNS_HOOK: dnsHook } = value;
  const { FULMAR_ACME_KEY_ID: keyId, FULMAR_ACME_HMAC_KEY: hmacKey } = value;
  if ((keyId === undefined) !== (hmacKey === undefined))
    return "FULMAR_ACME_KEY_ID and FULMAR_ACME_HMAC_KEY must be set together.";
  if (directoryUrl === undefined) {
    if ([email, keyId, dnsHook].every((one) => one === undefined)) return undefined;
    return (
      "FULMAR_ACME_DIRECTORY must be set with FULMAR_ACME_EMAIL, FULMAR_ACME_KEY_ID and FULMAR_ACME_DNS_HOOK: " +
      "the URL of the authority's directory."
    );
  }
  const externalAccount = keyId === undefined || hmacKey === undefined ? undefined : { keyId, hmacKey };
  return { directoryUrl, email, dnsHook, externalAccount };
}
