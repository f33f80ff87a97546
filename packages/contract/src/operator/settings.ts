// What operators choose for the installation: its currency, its name and look, whom to ask, and who may sign up.
import { z } from "zod";
import { CURRENCIES } from "../billing/currency.ts";
import { Email } from "../console/first-user.ts";
import { defineOperation } from "../declaration/operation.ts";
import { shownAs } from "../declaration/shown-as.ts";
import { DomainName } from "../values/domain-name.ts";
import { ResourceId, SEEN, SEEN_ALONE, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { accentProblem } from "./accent.ts";
import { LOGO_TYPES, MOST_LOGO_BYTES, MOST_LOGO_PIXELS, ORGANIZATION_MAKERS, SIGN_UPS } from "./setting-choices.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const settings = { ...shared, resource: "installation_settings", path: "/operator/settings" } as const;
const logo = { ...settings, path: "/operator/settings/logo" } as const;

export const OperatorSettings = z
  .strictObject({
    /** The one currency of prices, wallets and invoices (ISO 4217). */
    currency: z.string(),
    /** The places behind its point on invoices. */
    currency_decimals: z.int(),
    /** Why the currency can no longer be changed, in a sentence. Null while it can. */
    currency_fixed: z.string().nullable(),
    name: z.string(),
    accent: z.string().nullable(),
    /** Changes with the logo. Null: the console's own. */
    logo_version: z.string().nullable(),
    support_email: z.string().nullable(),
    support_url: z.string().nullable(),
    terms_url: z.string().nullable(),
    sign_up: z.enum(SIGN_UPS),
    sign_up_domains: z.array(z.string()),
    new_organizations: z.enum(ORGANIZATION_MAKERS),
    invoice_due_days: z.int(),
    reminder_days: z.array(z.int()),
    dunning_suspension_days: z.int().nullable(),
    updated_at: Timestamp,
  })
  .meta({ id: "OperatorSettings" });
export type OperatorSettings = z.infer<typeof OperatorSettings>;

const operatorSettingsGet = defineOperation({
  ...settings,
  id: "operatorSettings.get",
  method: "GET",
  summary: "Get the installation's settings",
  output: OperatorSettings,
});

const Address = z
  .url({ protocol: /^https?$/, error: "must be a web address such as https://example.com/help" })
  .max(500)
  .nullable();

export const SettingsChange = z
  .strictObject({
    currency: z
      .string()
      .refine((code) => CURRENCIES.includes(code), "must be the code of a currency (ISO 4217), such as EUR")
      .describe("Only until something was priced, budgeted or charged. Prices keep their numbers."),
    name: keptAs("trim", z.string().trim().min(1).max(60).regex(SEEN, SEEN_ALONE)).describe(
      "What the cloud is called, on pages, in mails and on invoices.",
    ),
    accent: keptAs(
      "lower",
      z
        .string()
        .toLowerCase()
        .regex(/^#[0-9a-f]{6}$/, { error: "must be a colour such as #2454d6", abort: true })
        .refine((colour) => accentProblem(colour) === undefined, { error: ({ input }) => problemOf(input) }),
    )
      .nullable()
      .describe("The colour of links and marks, dark enough to be read. Null is the console's own."),
    support_email: keptAs("lower", Email).nullable().describe("Whom customers write to."),
    support_url: Address.describe("A page with help for customers."),
    terms_url: Address.describe("The terms of service, linked where people sign in."),
    sign_up: z
      .enum(SIGN_UPS)
      .describe("Who gets an account at the first single sign-on: everybody, the invited, or also some domains."),
    sign_up_domains: z
      .array(DomainName)
      .max(100)
      .overwrite((domains) => [...new Set(domains)])
      .describe("Domains of e-mail addresses. Each is meant alone, without the domains below it."),
    new_organizations: z.enum(ORGANIZATION_MAKERS).describe("Who makes organizations."),
    invoice_due_days: z.int().min(0).max(365).describe("Days from the issue of an invoice until it is due."),
    reminder_days: z
      .array(z.int().min(0).max(3650))
      .max(10)
      .describe("Days after the due date on which an unpaid invoice is reminded of, ascending."),
    dunning_suspension_days: z
      .int()
      .min(1)
      .max(3650)
      .nullable()
      .describe("Days after the due date until the organization is suspended, after the last reminder. Null is never."),
  })
  .partial()
  .meta({
    id: "SettingsChange",
    examples: [{ name: "Northern Cloud", accent: "#0b6e4f", support_email: "help@example.com" }],
  });

function problemOf(input: unknown): string {
  return (typeof input === "string" && accentProblem(input)) || "must be a colour such as #2454d6";
}

const operatorSettingsUpdate = defineOperation({
  ...settings,
  id: "operatorSettings.update",
  method: "PATCH",
  summary: "Change the installation's settings",
  description:
    "What is left out stays the same. The currency can be changed until something has been priced, " +
    "budgeted or charged.",
  body: SettingsChange,
  output: OperatorSettings,
  errors: ["conflict"],
});

export const InstallationLogo = z
  .strictObject({
    version: z.string(),
    media_type: z.enum(LOGO_TYPES),
    /** Base64. */
    content: z.string(),
  })
  .meta({ id: "InstallationLogo" });

const operatorSettingsLogo = defineOperation({
  ...logo,
  id: "operatorSettings.logo",
  method: "GET",
  summary: "Get the installation's logo",
  output: InstallationLogo,
  errors: ["not_found"],
});

/** A transparent PNG of one pixel. */
const EXAMPLE_LOGO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

export const SetLogo = z
  .strictObject({
    content: z
      .base64("must be base64")
      .min(1)
      .max(Math.ceil(MOST_LOGO_BYTES / 3) * 4, `must be of at most ${MOST_LOGO_BYTES / 1024} KiB`)
      .register(shownAs, { shown_as: "text" })
      .describe(
        `A PNG, WebP or JPEG of at most ${MOST_LOGO_BYTES / 1024} KiB and ${MOST_LOGO_PIXELS} pixels a side, as base64.`,
      ),
  })
  .meta({ id: "SetLogo", examples: [{ content: EXAMPLE_LOGO }] });

const operatorSettingsSetLogo = defineOperation({
  ...logo,
  id: "operatorSettings.setLogo",
  method: "PUT",
  summary: "Set the installation's logo",
  body: SetLogo,
  output: OperatorSettings,
});

const operatorSettingsRemoveLogo = defineOperation({
  ...logo,
  id: "operatorSettings.removeLogo",
  method: "DELETE",
  summary: "Remove the installation's logo",
  output: OperatorSettings,
});

const testMail = { ...shared, resource: "mail", path: "/operator/settings/test-mails" } as const;

export const OperatorTestMail = z
  .strictObject({
    mail_id: z.string(),
    recipient: z.string(),
    state: z.enum(["waiting", "sent", "failed"]),
    /** What the mail server said to the last attempt that failed. */
    problem: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "OperatorTestMail" });
export type OperatorTestMail = z.infer<typeof OperatorTestMail>;

const operatorSettingsSendTestMail = defineOperation({
  ...testMail,
  id: "operatorSettings.sendTestMail",
  method: "POST",
  summary: "Send a test mail to your own address",
  description: "A worker sends it within seconds. Its own path shows the result.",
  success: 201,
  output: OperatorTestMail,
});

const operatorSettingsGetTestMail = defineOperation({
  ...testMail,
  id: "operatorSettings.getTestMail",
  method: "GET",
  path: "/operator/settings/test-mails/{mail_id}",
  summary: "Get the result of a test mail",
  params: { mail_id: ResourceId },
  output: OperatorTestMail,
  errors: ["not_found"],
});

export const OperatorSingleSignOn = z
  .strictObject({
    /** Null where no provider is configured. */
    issuer: z.string().nullable(),
    /** What the sign-in page calls the provider. */
    name: z.string().nullable(),
    /** Why nobody can sign in by the provider, in a sentence. Null while people can. */
    problem: z.string().nullable(),
    /** What the check could not prove and only a sign-in shows, in sentences. */
    unproven: z.array(z.string()),
  })
  .meta({ id: "OperatorSingleSignOn" });
export type OperatorSingleSignOn = z.infer<typeof OperatorSingleSignOn>;

const operatorSettingsCheckSingleSignOn = defineOperation({
  ...settings,
  id: "operatorSettings.checkSingleSignOn",
  method: "POST",
  path: "/operator/settings/single-sign-on/check",
  safe: true,
  summary: "Check that the sign-in provider answers as its configuration says",
  description:
    "Reads the provider's own configuration, as sign-in does, and requests a token with an invalid code, " +
    "which shows whether the provider knows the client. Nobody is signed in.",
  output: OperatorSingleSignOn,
});

export const operatorSettingsOperations = [
  operatorSettingsGet,
  operatorSettingsUpdate,
  operatorSettingsLogo,
  operatorSettingsSetLogo,
  operatorSettingsRemoveLogo,
  operatorSettingsSendTestMail,
  operatorSettingsGetTestMail,
  operatorSettingsCheckSingleSignOn,
] as const;
