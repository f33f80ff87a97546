// How the installation sends mail: as the environment says, or else as operators have set it (docs/adr/0131).
import type { Configuration, MailConfiguration, Secrets } from "@fulmar/config";
import { MAIL_ENCRYPTIONS } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { MAIL_PASSWORD, Sealer } from "../request/sealing/sealed-value.ts";
import { boundTo, mailSealer } from "./queue-mail.ts";

/** A mail server that operators have set. */
export interface MailServer {
  readonly delivery: "server";
  readonly host: string;
  readonly port: number;
  readonly encryption: (typeof MAIL_ENCRYPTIONS)[number];
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
}

/** How mail is sent. */
export type MailDelivery = MailConfiguration | MailServer;

const read = statement(
  "mail_server",
  "SELECT host, port, encryption, username, password_sealed, sender, updated_at FROM installation_mail",
);

const isSet = lookup("mail_server_is_set", "SELECT singleton FROM installation_mail");

const batch = statement(
  "mail_server_sealed",
  `SELECT host AS id, password_sealed AS sealed FROM installation_mail
    WHERE host > $after AND password_sealed IS NOT NULL ORDER BY host`,
);

const replace = statement(
  "mail_server_reseal",
  `UPDATE installation_mail m SET password_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE m.host = u.id AND m.password_sealed = u.former RETURNING m.host`,
);

/** The letter that tries a mail server. Its secret, if it has one, is the server. */
export const TEST_MAIL = "test_mail";

const Encryption = z.enum(MAIL_ENCRYPTIONS);

/** A password opens for its own host alone: whoever writes to the database sends it nowhere else. */
const sealerOf = (secrets: Secrets) => new Sealer(secrets, MAIL_PASSWORD);

export function sealMailPassword(secrets: Secrets, host: string, password: string): Buffer {
  return sealerOf(secrets).seal(password, host);
}

/** The row that operators have set. */
export function readMailServer(sql: Sql): Promise<RowOf<typeof read> | undefined> {
  return sql.maybe(read);
}

/** How mail is sent now. Where the environment says it, nothing is read. */
export async function mailDelivery(
  sql: Sql,
  { mail, secrets }: Pick<Configuration, "mail" | "secrets">,
): Promise<MailDelivery> {
  if (mail.delivery === "smtp") return mail;
  const row = await readMailServer(sql);
  if (row === undefined) return mail;
  return serverOf(secrets, row);
}

function serverOf(
  secrets: Secrets,
  { host, port, encryption, username, password_sealed, sender }: Omit<RowOf<typeof read>, "updated_at">,
): MailServer {
  const login =
    username === null || password_sealed === null
      ? undefined
      : { user: username, pass: sealerOf(secrets).open(password_sealed, host) };
  return { delivery: "server", host, port, encryption: Encryption.parse(encryption), login, from: sender };
}

/** A mail server that is tried before operators set it. */
const TriedServer = z.strictObject({
  host: z.string(),
  port: z.int(),
  encryption: Encryption,
  username: z.string().nullable(),
  /** Base64. */
  password_sealed: z.string().nullable(),
  sender: z.string(),
});

/** Seals a server into the test mail that tries it. */
export function sealTriedServer(
  secrets: Secrets,
  recipient: string,
  server: Omit<z.infer<typeof TriedServer>, "password_sealed"> & { readonly password_sealed: Uint8Array | null },
): Buffer {
  const password_sealed =
    server.password_sealed === null ? null : Buffer.from(server.password_sealed).toString("base64");
  const text = JSON.stringify(TriedServer.parse({ ...server, password_sealed }));
  return mailSealer(secrets).seal(text, boundTo(TEST_MAIL, recipient));
}

/** @param opened what a test mail had sealed */
export function triedServerOf(secrets: Secrets, opened: string): MailServer {
  const { password_sealed, ...server } = TriedServer.parse(JSON.parse(opened));
  return serverOf(secrets, {
    ...server,
    password_sealed: password_sealed === null ? null : Buffer.from(password_sealed, "base64"),
  });
}

/** Whether mail is sent now, by the environment or by what operators have set. */
export async function sendsMail(sql: Sql, { mail }: Pick<Configuration, "mail">): Promise<boolean> {
  return mail.delivery !== "none" || (await sql.maybe(isSet)) !== undefined;
}

/** Seals the password with the first secret, if it is sealed with another. @returns how many it sealed again */
export function resealMailPassword(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOf(secrets), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
