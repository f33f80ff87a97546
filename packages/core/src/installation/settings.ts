// The installation's settings, as who runs it reads and changes them (docs/adr/0115).
import { createHash } from "node:crypto";
import { decimalsOf, OperatorSettings, OperatorTestMail } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { checkSingleSignOn, currentSingleSignOn } from "../identity/index.ts";
import { sendsMail } from "../mail/index.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";
import { readLogo } from "../settings/index.ts";
import { logoOf } from "./logo.ts";

// What is in the currency, and would be of another value in a second one.
const read = statement(
  "operator_settings",
  `SELECT currency, name, accent, logo_version, support_email, support_url, terms_url, sign_up, sign_up_domains,
          new_organizations, invoice_due_days, reminder_days, dunning_suspension_days, updated_at,
          CASE WHEN EXISTS (SELECT FROM ledger_entry) OR EXISTS (SELECT FROM usage_record)
                    THEN 'Money was credited or charged in it'
               WHEN EXISTS (SELECT FROM invoice) THEN 'There are invoices in it'
               WHEN EXISTS (SELECT FROM wallet WHERE balance <> 0 OR credit_limit <> 0)
                    THEN 'A wallet has a balance or a credit limit in it'
               WHEN EXISTS (SELECT FROM charge) THEN 'Something is being charged for in it'
               WHEN EXISTS (SELECT FROM budget) THEN 'There are budgets in it'
               WHEN EXISTS (SELECT FROM price) THEN 'There are prices in it'
          END AS fixed
     FROM installation_settings`,
);

// No wallet is made or filled while the currency changes. Without funds nothing is bought.
const lockWallets = statement("operator_settings_lock_wallets", "SELECT lock_wallets()::text");

const lock = statement("operator_settings_lock", "SELECT singleton FROM installation_settings FOR UPDATE");

const write = statement(
  "operator_settings_write",
  `WITH products AS (
     UPDATE sku SET currency = $currency WHERE currency <> $currency
   ), wallets AS (
     UPDATE wallet SET currency = $currency WHERE currency <> $currency
   )
   UPDATE installation_settings
      SET currency = $currency, name = $name, accent = $accent, support_email = $support_email,
          support_url = $support_url, terms_url = $terms_url, sign_up = $sign_up,
          sign_up_domains = $sign_up_domains::text[], new_organizations = $new_organizations,
          invoice_due_days = $invoice_due_days::int, reminder_days = $reminder_days::int[],
          dunning_suspension_days = $dunning_suspension_days::int, updated_at = now()`,
);

const setLogo = statement(
  "operator_settings_set_logo",
  `UPDATE installation_settings
      SET logo = $content::bytea, logo_type = $media_type, logo_version = $version, updated_at = now()`,
);

/** The columns of a test mail. */
export const TEST_MAIL = `mail_id, recipient, created_at, problem,
          CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN given_up_at IS NOT NULL OR problem IS NOT NULL THEN 'failed'
               ELSE 'waiting' END AS state`;

const sendTest = statement(
  "operator_test_mail_send",
  `INSERT INTO mail (recipient, letter, details)
   SELECT u.email, 'test_mail', jsonb_build_object('by', u.name) FROM "user" u WHERE u.id = $user_id
   RETURNING ${TEST_MAIL}`,
);

const getTest = statement(
  "operator_test_mail_get",
  `SELECT ${TEST_MAIL} FROM mail WHERE mail_id = $mail_id AND letter = 'test_mail'`,
);

const shown = wireForm(OperatorSettings.omit({ currency_decimals: true, currency_fixed: true }));
const Choices = OperatorSettings.pick({ sign_up: true, new_organizations: true });

async function readOwn(sql: Sql): Promise<OperatorSettings> {
  const { sign_up, new_organizations, fixed, ...row } = await sql.one(read);
  return {
    ...shown({ ...row, ...Choices.parse({ sign_up, new_organizations }) }),
    currency_decimals: decimalsOf(row.currency),
    currency_fixed: fixed === null ? null : `${fixed}, so the currency stays ${row.currency}.`,
  };
}

export const getSettings: Handler<"operatorSettings.get"> = ({ sql }) => readOwn(sql);

/** Changes wait for each other, so that none overwrites what another has set. */
export const updateSettings: Handler<"operatorSettings.update"> = async ({ sql }, change) => {
  await sql.query(lock);
  if (change.currency !== undefined) await sql.query(lockWallets);
  const { currency_fixed, currency_decimals: _, logo_version: __, updated_at: ___, ...present } = await readOwn(sql);
  const wanted = merged(present, change);
  if (wanted.currency !== present.currency && currency_fixed !== null) throw conflict("currency_fixed", currency_fixed);
  if (wanted.sign_up === "domains" && wanted.sign_up_domains.length === 0)
    throw invalidField("sign_up_domains", "must have a domain where addresses of domains may sign up");
  requireAscending(wanted);
  await sql.query(write, {
    ...wanted,
    sign_up_domains: [...wanted.sign_up_domains],
    reminder_days: [...wanted.reminder_days],
  });
  return readOwn(sql);
};

/** @throws DomainError 400 where a step of dunning does not follow the one before */
function requireAscending({
  reminder_days,
  dunning_suspension_days,
}: Pick<OperatorSettings, "reminder_days" | "dunning_suspension_days">): void {
  if (reminder_days.some((day, at) => day <= (reminder_days[at - 1] ?? -1)))
    throw invalidField("reminder_days", "must ascend, such as 3, 10");
  if (dunning_suspension_days !== null && dunning_suspension_days <= (reminder_days.at(-1) ?? 0))
    throw invalidField("dunning_suspension_days", "must be after the last reminder");
}

function merged<Fields extends object>(
  fields: Fields,
  change: { readonly [Name in keyof Fields]?: Fields[Name] | undefined },
): Fields {
  return { ...fields, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
}

export const getLogo: Handler<"operatorSettings.logo"> = async (context) => {
  const logo = await readLogo(context);
  if (logo === undefined) throw new DomainError("not_found", "The installation has no logo of its own.");
  const { version, media_type, content } = logo;
  return { version, media_type, content: Buffer.from(content).toString("base64") };
};

export const setOwnLogo: Handler<"operatorSettings.setLogo"> = async ({ sql }, { content: base64 }) => {
  const content = Buffer.from(base64, "base64");
  const { type: media_type } = logoOf(content);
  const version = createHash("sha256").update(content).digest("hex").slice(0, 16);
  await sql.query(setLogo, { content, media_type, version });
  return readOwn(sql);
};

export const removeLogo: Handler<"operatorSettings.removeLogo"> = async ({ sql }) => {
  await sql.query(setLogo, { content: null, media_type: null, version: null });
  return readOwn(sql);
};

const shownMail = wireForm(OperatorTestMail.omit({ state: true }));

export function toMail({ state, ...row }: RowOf<typeof getTest>): OperatorTestMail {
  return { ...shownMail(row), state: OperatorTestMail.shape.state.parse(state) };
}

/** To the address of the person, whose token it may be. */
export const sendTestMail: Handler<"operatorSettings.sendTestMail"> = async ({ sql, operator, configuration }) => {
  if (!(await sendsMail(sql, configuration)))
    throw conflict("mail_off", "This installation sends no mail: set the mail server first.");
  return toMail(await sql.one(sendTest, { user_id: operator.userId }));
};

export const getTestMail: Handler<"operatorSettings.getTestMail"> = async ({ sql }, { mail_id }) => {
  const mail = await sql.maybe(getTest, { mail_id });
  if (mail === undefined) throw new DomainError("not_found", "There is no such test mail; they are kept for 14 days.");
  return toMail(mail);
};

/** As sign-in would begin. */
export const checkSignInProvider: Handler<"operatorSettings.checkSingleSignOn"> = async ({
  sql,
  configuration,
  signal,
}) => {
  const sso = await currentSingleSignOn(sql, configuration);
  if (sso === undefined) {
    const problem = "No provider is configured: set one on Settings, or by FULMAR_SSO_ISSUER on the host.";
    return { issuer: null, name: null, problem, unproven: [] };
  }
  const { issuer, name } = sso;
  const { problem, unproven } = await checkSingleSignOn(sso, { consoleUrl: configuration.publicConsoleUrl, signal });
  return { issuer, name, problem, unproven: [...unproven] };
};
