import type { Configuration } from "@fulmar/config";
import { DEFAULT_NAME } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { DUE } from "../work/due.ts";
import { inTurn } from "../work/fair-share.ts";
import { formatLetter } from "./format-letter.ts";
import { type AttachedInvoice, writeLetter } from "./letters.ts";
import { mailDelivery, TEST_MAIL, triedServerOf } from "./mail-server.ts";
import { type Attachment, openPost, type Post, RecipientRefused } from "./post.ts";
import { boundTo, mailSealer } from "./queue-mail.ts";

/** Sends mails. */
export interface Mailer {
  /** How mail is sent now. Undefined if the installation sends none. */
  readonly post: () => Promise<Post | undefined>;
  readonly close: () => void;
  /** By the server that a test mail had sealed. */
  readonly tried: (opened: string) => Post | undefined;
  /** Gives the secret of a link back. */
  readonly open: (sealed: Uint8Array, boundTo: string) => string;
  readonly invoicePdf: InvoicePdf;
  readonly consoleUrl: string;
}

/** Makes the PDF of an invoice. */
export type InvoicePdf = (invoice: AttachedInvoice) => Promise<Attachment>;

/** A mailer follows what operators set: connections are kept until it is something else. */
export function createMailer(
  sql: Sql,
  configuration: Pick<Configuration, "mail" | "publicConsoleUrl" | "secrets">,
  invoicePdf: InvoicePdf,
): Mailer {
  const sealer = mailSealer(configuration.secrets);
  let opened: { readonly by: string; readonly post: Post | undefined } | undefined;
  return {
    async post() {
      const delivery = await mailDelivery(sql, configuration);
      const by = JSON.stringify(delivery);
      if (opened?.by !== by) {
        opened?.post?.close();
        opened = { by, post: openPost(delivery) };
      }
      return opened.post;
    },
    close: () => opened?.post?.close(),
    tried: (text) => openPost(triedServerOf(configuration.secrets, text)),
    open: (sealed, to) => sealer.open(sealed, to),
    invoicePdf,
    consoleUrl: configuration.publicConsoleUrl,
  };
}

const BATCH = 20;
const PURGE_BATCH = 5_000;

// Recipients take turns: not every mail is an organization's. The claim puts the next attempt off before the mail is
// sent: a worker that dies in between sends it again later.
const claim = statement(
  "mail_claim",
  `UPDATE mail
      SET attempts = attempts + 1, due_at = now() + least(interval '15 seconds' * 2 ^ least(attempts, 12),
                                                          interval '1 hour')
    WHERE mail_id IN (SELECT mail_id FROM mail WHERE sent_at IS NULL AND given_up_at IS NULL AND due_at <= ${DUE}
                         AND mail_id = ANY (ARRAY(SELECT mail_id FROM mail
                                                   WHERE sent_at IS NULL AND given_up_at IS NULL AND due_at <= ${DUE}
                                                   ORDER BY ${inTurn("recipient", "due_at")}
                                                   LIMIT $limit)) FOR UPDATE SKIP LOCKED)
   RETURNING mail_id, recipient, letter, details, secret, expires_at <= now() AS expired,
             (SELECT name FROM installation_settings) AS cloud, (SELECT support_email FROM installation_settings)`,
  // There is always a row of settings.
  { present: ["cloud"] },
);

const recordSent = statement(
  "mail_sent",
  "UPDATE mail SET sent_at = now(), secret = NULL, problem = NULL WHERE mail_id = $mail_id",
);

const recordFailure = statement("mail_failed", "UPDATE mail SET problem = $problem WHERE mail_id = $mail_id");

const giveUp = statement(
  "mail_give_up",
  `UPDATE mail SET given_up_at = now(), secret = NULL, problem = coalesce($problem, problem, 'it was not sent in time')
    WHERE mail_id = $mail_id`,
);

const giveUpAll = statement(
  "mail_give_up_all",
  `UPDATE mail SET given_up_at = now(), secret = NULL, problem = 'this installation sends no mail'
    WHERE sent_at IS NULL AND given_up_at IS NULL AND NOT (letter = '${TEST_MAIL}' AND secret IS NOT NULL)`,
);

const purge = statement(
  "mail_purge",
  `DELETE FROM mail WHERE mail_id IN (
     SELECT mail_id FROM mail WHERE created_at < now() - interval '14 days' LIMIT $limit)
   RETURNING 1`,
);

interface Services {
  readonly database: Database;
  readonly mailer: Mailer;
}

/** Sends the mails that are due, and puts off those that fail. Several failures make one error. */
export const sendMail: Reconciler<Services> = {
  name: "send-mail",
  everyMs: 1_000,
  async run({ database, mailer }, signal) {
    const post = await mailer.post();
    // What tries a server takes it along.
    if (post === undefined) await database.sql.query(giveUpAll);
    const failures: unknown[] = [];
    for (let taken = BATCH; taken === BATCH && !signal.aborted; ) {
      const mails = await database.sql.query(claim, { limit: BATCH });
      taken = mails.length;
      const sent = await Promise.allSettled(mails.map((mail) => send(database, mailer, post, mail)));
      failures.push(...sent.flatMap((each) => (each.status === "rejected" ? [each.reason] : [])));
    }
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} mails could not be sent: ${failures.map(String).join("; ")}`,
      );
  },
};

async function send(
  database: Database,
  mailer: Mailer,
  usual: Post | undefined,
  mail: RowOf<typeof claim>,
): Promise<void> {
  const { mail_id, recipient, letter, details, secret, expired, cloud: name, support_email } = mail;
  if (expired) {
    await database.sql.query(giveUp, { mail_id, problem: null });
    return;
  }
  const tries = letter === TEST_MAIL && secret !== null;
  let post = usual;
  try {
    const plain = secret === null ? "" : mailer.open(secret, boundTo(letter, recipient));
    if (tries) post = mailer.tried(plain);
    if (post === undefined) {
      await database.sql.query(giveUp, { mail_id, problem: "this installation sends no mail" });
      return;
    }
    const written = writeLetter(letter, details, plain);
    await post.deliver({
      id: mail_id,
      to: recipient,
      ...{ sender: name === DEFAULT_NAME ? undefined : name, replyTo: support_email ?? undefined },
      ...formatLetter(written, { name, support_email, consoleUrl: mailer.consoleUrl }),
      attachments: written.invoice === undefined ? [] : [await mailer.invoicePdf(written.invoice)],
    });
  } catch (error) {
    const problem = String(error);
    // Who tries a server sees at once what it says, and is the one who mends it.
    if (tries || error instanceof RecipientRefused) await database.sql.query(giveUp, { mail_id, problem });
    else await database.sql.query(recordFailure, { mail_id, problem });
    if (tries) return;
    throw error;
  } finally {
    if (tries) post?.close();
  }
  await database.sql.query(recordSent, { mail_id });
}

/** Deletes mails after 14 days, in batches that hold no long locks. */
export const purgeMail: Reconciler<Services> = {
  name: "purge-mail",
  everyMs: 3_600_000,
  async run({ database }, signal) {
    for (let purged = PURGE_BATCH; purged === PURGE_BATCH && !signal.aborted; )
      purged = (await database.sql.query(purge, { limit: PURGE_BATCH })).length;
  },
};
