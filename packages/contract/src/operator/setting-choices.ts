// Without schemas, since pages show them.

/** What the cloud is called until operators choose a name. */
export const DEFAULT_NAME = "Fulmar";

/** Who gets an account without an operator: everybody, the invited alone, or also addresses of some domains. */
export const SIGN_UPS = ["open", "invited", "domains"] as const;

/** Who makes organizations. */
export const ORGANIZATION_MAKERS = ["everyone", "operators"] as const;

/**
 * How the connection to a mail server is encrypted: after its greeting, from its beginning, or where the server offers
 * it.
 */
export const MAIL_ENCRYPTIONS = ["starttls", "tls", "none"] as const;

/** Who says how mail is sent: the environment, operators, development, which writes files, or nobody. */
export const MAIL_SOURCES = ["host", "settings", "files", "none"] as const;

/** Who names the sign-in provider: the environment, operators or nobody. */
export const SIGN_ON_SOURCES = ["host", "settings", "none"] as const;

/** What new users can be in the organization that they join by single sign-on. */
export const SIGN_ON_ROLES = ["viewer", "secret_reader", "billing", "developer", "admin"] as const;

export const LOGO_TYPES = ["image/png", "image/webp", "image/jpeg"] as const;
export const MOST_LOGO_BYTES = 65_536;
export const MOST_LOGO_PIXELS = 2_048;

/** The settings that pages show, to visitors too. */
export interface SeenSettings {
  readonly name: string;
  readonly accent: string | null;
  readonly logo_version: string | null;
  readonly currency: string;
  readonly support_email: string | null;
  readonly support_url: string | null;
  readonly terms_url: string | null;
  readonly new_organizations: (typeof ORGANIZATION_MAKERS)[number];
}
