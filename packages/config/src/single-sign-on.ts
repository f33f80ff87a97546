/** Sign-in by an OpenID Connect provider. */
export interface SingleSignOn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's name on the sign-in page. */
  readonly name: string;
  /** The domains of e-mail addresses that may sign in. Empty: all that the provider has verified. */
  readonly domains: readonly string[];
  /** The organization that new users join. Undefined: they join by invitations. */
  readonly organizationId: string | undefined;
  readonly role: "viewer" | "secret_reader" | "billing" | "developer" | "admin";
  /** Whether passwords and passkeys are refused. */
  readonly only: boolean;
}

/** The variables, as they were parsed. */
interface Variables {
  readonly FULMAR_SSO_ISSUER?: string | undefined;
  readonly FULMAR_SSO_CLIENT_ID?: string | undefined;
  readonly FULMAR_SSO_CLIENT_SECRET?: string | undefined;
  readonly FULMAR_SSO_NAME: string;
  readonly FULMAR_SSO_DOMAINS: readonly string[];
  readonly FULMAR_SSO_ORGANIZATION?: string | undefined;
  readonly FULMAR_SSO_ROLE: SingleSignOn["role"];
  readonly FULMAR_SSO_ONLY?: "true" | "false" | undefined;
}

/** @returns undefined without a provider, or a sentence for what is missing */
export function singleSignOn(value: Variables): SingleSignOn | undefined | string {
  const { FULMAR_SSO_ISSUER: issuer, FULMAR_SSO_CLIENT_ID: clientId, FULMAR_SSO_CLIENT_SECRET: clientSecret } = value;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    return {
      ...{ issuer, clientId, clientSecret },
      name: value.FULMAR_SSO_NAME,
      domains: value.FULMAR_SSO_DOMAINS,
      organizationId: value.FULMAR_SSO_ORGANIZATION,
      role: value.FULMAR_SSO_ROLE,
      only: value.FULMAR_SSO_ONLY === "true",
    };
  }
  const isUnset = issuer === undefined && clientId === undefined && clientSecret === undefined;
  if (isUnset && value.FULMAR_SSO_ONLY !== "true") return undefined;
  return "FULMAR_SSO_ISSUER, FULMAR_SSO_CLIENT_ID and FULMAR_SSO_CLIENT_SECRET must be set together for single sign-on.";
}
