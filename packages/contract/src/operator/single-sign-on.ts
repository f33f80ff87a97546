// The sign-in provider of the installation, where the environment of its processes names none.
import { z } from "zod";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { shownAs } from "../declaration/shown-as.ts";
import { DomainName } from "../values/domain-name.ts";
import { SEEN, SEEN_ALONE, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { BY_PEOPLE } from "./operators.ts";
import { SIGN_ON_ROLES, SIGN_ON_SOURCES } from "./setting-choices.ts";
import { OperatorSingleSignOn } from "./settings.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const provider = {
  ...shared,
  resource: "installation_single_sign_on",
  path: "/operator/settings/single-sign-on",
} as const;

export const OperatorSignInProvider = z
  .strictObject({
    /** Who names the provider: the host's environment, these settings, or nobody. */
    source: z.enum(SIGN_ON_SOURCES),
    issuer: z.string().nullable(),
    client_id: z.string().nullable(),
    /** Whether there is a client secret. It is never shown. */
    client_secret_set: z.boolean(),
    name: z.string().nullable(),
    domains: z.array(z.string()),
    organization_id: z.string().nullable(),
    role: z.enum(SIGN_ON_ROLES).nullable(),
    /** Whether passwords and passkeys are refused. */
    passwords_off: z.boolean(),
    /** Null for what these settings do not say. */
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: "OperatorSignInProvider" });
export type OperatorSignInProvider = z.infer<typeof OperatorSignInProvider>;

const operatorSingleSignOnGet = defineOperation({
  ...provider,
  id: "operatorSingleSignOn.get",
  method: "GET",
  summary: "Get the sign-in provider, and whether the host's environment or these settings name it",
  output: OperatorSignInProvider,
});

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** An issuer is compared with what the provider calls itself, so nothing stands behind its path. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isEncrypted = protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
  return isEncrypted && `${username}${password}${search}${hash}` === "" && !/[\s?#]/.test(text);
}

export const SetSingleSignOn = z
  .strictObject({
    issuer: z
      .string()
      .min(1)
      .max(500)
      .refine(isIssuer, "must be the https:// URL of an OpenID Connect provider, or http:// on this machine")
      .describe("The provider's issuer, as it writes it. Its configuration is read from there."),
    client_id: z
      .string()
      .min(1)
      .max(500)
      .regex(SEEN, SEEN_ALONE)
      .describe("What the provider calls this installation."),
    client_secret: z
      .string()
      .min(1)
      .max(2_000)
      .regex(/^\P{Cc}*$/u, "must not contain control characters")
      .register(shownAs, { shown_as: "secret" })
      .optional()
      .describe("Left out: the one that is there, for the same issuer and client. It is stored sealed."),
    name: keptAs("trim", z.string().trim().min(1).max(40).regex(SEEN, SEEN_ALONE))
      .default("single sign-on")
      .describe("What the sign-in page calls the provider."),
    domains: z
      .array(DomainName)
      .max(100)
      .overwrite((domains) => [...new Set(domains)])
      .default([])
      .describe("Domains of e-mail addresses that may sign in. Empty: all that the provider has verified."),
    organization_id: OrganizationId.nullable()
      .default(null)
      .describe("The organization that new users join. Null: they join by invitations."),
    role: z.enum(SIGN_ON_ROLES).default("viewer").describe("Their role in it."),
    passwords_off: z
      .boolean()
      .default(false)
      .describe("Whether passwords and passkeys are refused. Only where the provider answers as sign-in needs it."),
  })
  .meta({
    id: "SetSingleSignOn",
    examples: [
      {
        ...{ issuer: "https://id.example.com/realms/staff", client_id: "fulmar", client_secret: "example-secret" },
        ...{ name: "Example", domains: ["example.com"], passwords_off: false },
      },
    ],
  });

const operatorSingleSignOnSet = defineOperation({
  ...provider,
  id: "operatorSingleSignOn.set",
  method: "PUT",
  summary: "Set the sign-in provider",
  description: `Sign-in offers it from the next request on. Refused if the host's environment names one. ${BY_PEOPLE}`,
  body: SetSingleSignOn,
  output: OperatorSignInProvider,
  errors: ["conflict"],
});

const operatorSingleSignOnTry = defineOperation({
  ...provider,
  id: "operatorSingleSignOn.try",
  method: "POST",
  path: "/operator/settings/single-sign-on/try",
  safe: true,
  summary: "Try a sign-in provider before it is set",
  description:
    "Runs the check with the same body as for setting it. Nothing is stored, and nobody is signed in. " +
    `${BY_PEOPLE}`,
  body: SetSingleSignOn,
  output: OperatorSingleSignOn,
  errors: ["conflict"],
});

const operatorSingleSignOnRemove = defineOperation({
  ...provider,
  id: "operatorSingleSignOn.remove",
  method: "DELETE",
  summary: "Remove the sign-in provider",
  description: `Passwords and passkeys work again. Open sessions stay. ${BY_PEOPLE}`,
  output: OperatorSignInProvider,
  errors: ["conflict"],
});

export const operatorSingleSignOnOperations = [
  operatorSingleSignOnGet,
  operatorSingleSignOnSet,
  operatorSingleSignOnTry,
  operatorSingleSignOnRemove,
] as const;
