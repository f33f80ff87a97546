// The mail server, as operators see and set it (docs/adr/0131).
import { OperatorMail, type SetMail } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { z } from "zod";
import { isLoopback, readMailServer, sealMailPassword, sealTriedServer } from "../mail/index.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import type { InstallationContext } from "../request/installation-context.ts";
import { requirePerson } from "./operators.ts";
import { TEST_MAIL, toMail } from "./settings.ts";

// Changes wait for each other, so that a password that is kept is that of the server that is there.
const lock = statement("operator_mail_lock", "SELECT pg_advisory_xact_lock(hashtext('installation_mail'))::text");

const write = statement(
  "operator_mail_set",
  `INSERT INTO installation_mail (host, port, encryption, username, password_sealed, sender)
   VALUES ($host, $port::int, $encryption, $username, $password_sealed::bytea, $sender)
       ON CONFLICT (singleton) DO UPDATE
      SET host = excluded.host, port = excluded.port, encryption = excluded.encryption, username = excluded.username,
          password_sealed = excluded.password_sealed, sender = excluded.sender, updated_at = now()`,
);

const remove = statement("operator_mail_remove", "DELETE FROM installation_mail");

const readPerson = statement("operator_mail_person", `SELECT email, name FROM "user" WHERE id = $user_id`);

const queueTry = statement(
  "operator_mail_try",
  `INSERT INTO mail (recipient, letter, details, secret, expires_at)
   VALUES ($recipient, 'test_mail', $details, $secret, now() + interval '5 minutes') RETURNING ${TEST_MAIL}`,
);

const shown = wireForm(OperatorMail.omit({ source: true, encryption: true, password_set: true }));
const Encryption = OperatorMail.shape.encryption;

const NOTHING = {
  ...{ host: null, port: null, encryption: null, username: null, password_set: false, sender: null, updated_at: null },
} as const;

type Context = Pick<InstallationContext, "sql" | "configuration">;

async function readOwn({ sql, configuration: { mail } }: Context): Promise<OperatorMail> {
  if (mail.delivery === "smtp") return { source: "host", ...NOTHING, ...ofUrl(mail.smtpUrl), sender: mail.from };
  const row = await readMailServer(sql);
  if (row === undefined)
    return mail.delivery === "files"
      ? { source: "files", ...NOTHING, sender: mail.from }
      : { source: "none", ...NOTHING };
  const { password_sealed, encryption, ...server } = row;
  return {
    ...{ source: "settings", ...shown(server), encryption: Encryption.parse(encryption) },
    password_set: password_sealed !== null,
  };
}

/** What a URL of the environment says, without its password. */
function ofUrl(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isTls = protocol === "smtps:";
  const host = hostname.replaceAll(/[[\]]/g, "");
  return {
    host,
    port: Number(port || (isTls ? 465 : 587)),
    encryption: isTls ? "tls" : username === "" || isLoopback(host) ? "none" : "starttls",
    username: username === "" ? null : decodeURIComponent(username),
    password_set: password !== "",
  } as const;
}

/** @throws DomainError 409 where the environment of the processes names the mail server */
function requireOpen({ configuration: { mail } }: Context): void {
  if (mail.delivery === "smtp")
    throw conflict("set_on_host", "The mail server is set on the host; change FULMAR_SMTP_URL there, or remove it.");
}

export const getMailServer: Handler<"operatorMail.get"> = (context) => readOwn(context);

export const setMailServer: Handler<"operatorMail.set"> = async (context, { password, ...server }) => {
  requireOpen(context);
  requirePerson(context.operator, "sets no mail server");
  const { sql } = context;
  await sql.query(lock);
  await sql.query(write, { ...server, password_sealed: await sealedPassword(context, { ...server, password }) });
  return readOwn(context);
};

/** The test mail takes the server along, sealed, until it is sent or given up. */
export const tryMailServer: Handler<"operatorMail.try"> = async (context, { password, ...server }) => {
  requireOpen(context);
  requirePerson(context.operator, "tries no mail server");
  const { sql, operator, configuration } = context;
  const password_sealed = await sealedPassword(context, { ...server, password });
  const { email, name } = await sql.one(readPerson, { user_id: operator.userId });
  const secret = sealTriedServer(configuration.secrets, email, { ...server, password_sealed });
  return toMail(await sql.one(queueTry, { recipient: email, details: JSON.stringify({ by: name }), secret }));
};

/** @throws DomainError 400 */
async function sealedPassword(
  { sql, configuration }: Context,
  {
    host,
    username,
    encryption,
    password,
  }: Pick<z.infer<typeof SetMail>, "host" | "username" | "encryption" | "password">,
): Promise<Uint8Array | null> {
  if (username === null && password !== undefined)
    throw invalidField("username", "must be there with a password; leave both out for a server without a login");
  if (username !== null && encryption === "none" && !isLoopback(host))
    throw invalidField("encryption", "must be starttls or tls where there is a login, which others could read");
  return password === undefined
    ? keptPassword(sql, { host, username })
    : sealMailPassword(configuration.secrets, host, password);
}

/** A password is kept for its own server and user name: changed ones would send it to somebody else. */
async function keptPassword(
  sql: Sql,
  { host, username }: { readonly host: string; readonly username: string | null },
): Promise<Uint8Array | null> {
  if (username === null) return null;
  const row = await readMailServer(sql);
  if (row?.host === host && row.username === username && row.password_sealed !== null) return row.password_sealed;
  throw invalidField("password", "must be there: the one that is kept is of another server or user name, or of none");
}

export const removeMailServer: Handler<"operatorMail.remove"> = async (context) => {
  requireOpen(context);
  requirePerson(context.operator, "removes no mail server");
  await context.sql.query(lock);
  await context.sql.query(remove);
  return readOwn(context);
};
