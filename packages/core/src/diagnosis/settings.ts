import { once } from "node:events";
import { connect } from "node:net";
import { type Configuration, isEncrypted } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { mailDelivery } from "../mail/index.ts";
import { counted, type Finding, fail, ok, saidBy, warn } from "./finding.ts";

const CONNECT_MS = 5_000;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465, "http:": 80, "https:": 443 };

const mails = statement(
  "diagnosis_mails",
  `SELECT count(*) FILTER (WHERE given_up_at > now() - interval '1 day')::int AS lost,
          count(*) FILTER (WHERE sent_at IS NULL AND given_up_at IS NULL AND problem IS NOT NULL)::int AS stuck,
          max(problem) FILTER (WHERE sent_at IS NULL AND created_at > now() - interval '1 day') AS problem FROM mail`,
);

const owner = statement(
  "diagnosis_owner",
  "SELECT coalesce((SELECT tableowner = current_user FROM pg_tables WHERE tablename = 'operation' LIMIT 1), true) AS is_own",
);

/** Looks at mail, billing, payments and what should not be so in production. */
export async function settingFindings(
  { sql }: Pick<Database, "sql">,
  configuration: Pick<Configuration, "mail" | "secrets" | "billingUrl" | "payments" | keyof Exposing>,
): Promise<Finding[]> {
  return [
    await mail(sql, configuration),
    await billing(configuration),
    paying(configuration),
    ...(await environmentOf(sql, configuration)),
  ];
}

async function mail(sql: Database["sql"], configuration: Pick<Configuration, "mail" | "secrets">): Promise<Finding> {
  const settings = await mailDelivery(sql, configuration).catch(() => undefined);
  if (settings === undefined)
    return fail("mail", "The password of the mail server cannot be opened: set the mail server again, on Settings.");
  if (settings.delivery === "files") return ok("mail", `Mails are written to ${settings.folder}, as in development.`);
  if (settings.delivery === "none")
    return warn(
      "mail",
      "No mail is sent, so users cannot reset passwords: set the mail server on Settings, or FULMAR_SMTP_URL and " +
        "FULMAR_MAIL_FROM.",
    );
  const [url, correct] =
    settings.delivery === "smtp"
      ? [settings.smtpUrl, "correct FULMAR_SMTP_URL"]
      : [urlOf(settings), "correct the mail server on Settings"];
  const { host } = new URL(url);
  const closed = await whyClosed(url);
  if (closed !== undefined) return fail("mail", `The mail server ${host} cannot be reached (${closed}): ${correct}.`);
  const { lost, stuck, problem } = await sql.one(mails);
  if (lost + stuck > 0)
    return warn("mail", `${counted(lost + stuck, "mail")} could not be sent (${problem ?? "unknown"}): ${correct}.`);
  return ok("mail", `The mail server ${host} can be reached.`);
}

function urlOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `smtp://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

async function billing({ billingUrl }: Pick<Configuration, "billingUrl">): Promise<Finding> {
  if (billingUrl === undefined) return ok("billing", "Wallets and credit limits decide on purchases.");
  const { host } = new URL(billingUrl);
  const closed = await whyClosed(billingUrl);
  return closed === undefined
    ? ok("billing", `The admission service ${host} can be reached.`)
    : fail(
        "billing",
        `The admission service ${host} cannot be reached (${closed}), so nothing can be bought: correct FULMAR_BILLING_URL.`,
      );
}

function paying({ payments }: Pick<Configuration, "payments">): Finding {
  if (payments.provider === "transfer")
    return payments.account === undefined
      ? warn("payments", "Customers are not told where to send money: set FULMAR_TRANSFER_ACCOUNT, or FULMAR_PAYMENTS.")
      : ok("payments", "Customers pay by transfer, and operators confirm what arrived.");
  const missing = [
    ...(payments.secretKey === undefined ? ["FULMAR_STRIPE_SECRET_KEY"] : []),
    ...(payments.webhookSecret === undefined ? ["FULMAR_STRIPE_WEBHOOK_SECRET"] : []),
  ];
  if (missing.length > 0) return fail("payments", `Nobody can pay at Stripe: set ${missing.join(" and ")}.`);
  return ok("payments", "Customers pay at Stripe.");
}

type Exposing = Pick<
  Configuration,
  | "environment"
  | "ownerUrl"
  | "databaseUrl"
  | "webhookPrivateTargets"
  | "publicApiUrl"
  | "publicConsoleUrl"
  | "publicObjectStoreUrl"
  | "publicCdnUrl"
>;

/** Settings for laptops, which expose an installation with customers. */
async function environmentOf(sql: Database["sql"], configuration: Exposing): Promise<Finding[]> {
  if (configuration.environment === "development")
    return [
      warn("environment", "This installation is for development: set FULMAR_ENVIRONMENT to production for customers."),
    ];
  return [await logins(sql, configuration), webhooks(configuration), ...urls(configuration)];
}

/** A process knows the owner's login where it is set. Its own one shows whether it is the owner. */
async function logins(
  sql: Database["sql"],
  { ownerUrl, databaseUrl }: Pick<Configuration, "ownerUrl" | "databaseUrl">,
): Promise<Finding> {
  const isShared =
    ownerUrl === undefined
      ? (await sql.one(owner)).is_own
      : new URL(ownerUrl).username === new URL(databaseUrl).username;
  return isShared
    ? warn(
        "logins",
        "Processes log in as the owner of the tables: set FULMAR_OWNER_URL to a login of its own, and migrate.",
      )
    : ok("logins", "Processes have logins of their own.");
}

function webhooks({ webhookPrivateTargets }: Pick<Configuration, "webhookPrivateTargets">): Finding {
  return webhookPrivateTargets
    ? fail(
        "webhooks",
        "Customers' webhooks may send into the network of the workers, and without encryption: " +
          "remove FULMAR_WEBHOOK_PRIVATE_TARGETS.",
      )
    : ok("webhooks", "They send to public addresses only.");
}

/** Passwords and tokens go to API and console; to the others, what only whoever has a signed URL may read. */
function urls(configuration: Exposing): Finding[] {
  const bare = (name: string, url: string, judge: typeof fail) =>
    isEncrypted(url)
      ? []
      : [judge(`URL ${name}`, `${url} is not encrypted, so others read what is sent: set ${name} to an https:// URL.`)];
  return [
    ...bare("FULMAR_PUBLIC_API_URL", configuration.publicApiUrl, fail),
    ...bare("FULMAR_PUBLIC_CONSOLE_URL", configuration.publicConsoleUrl, fail),
    ...bare("FULMAR_PUBLIC_OBJECT_STORE_URL", configuration.publicObjectStoreUrl, warn),
    ...bare("FULMAR_PUBLIC_CDN_URL", configuration.publicCdnUrl, warn),
  ];
}

/** Why the host and port of a URL take no connection. */
async function whyClosed(url: string): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(url);
  const address = { host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port || DEFAULT_PORTS[protocol]) };
  const socket = connect(address);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_MS) });
    return undefined;
  } catch (error) {
    return saidBy(error);
  } finally {
    socket.destroy();
  }
}
