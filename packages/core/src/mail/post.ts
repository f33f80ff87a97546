import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { MailDelivery, MailServer } from "./mail-server.ts";

export interface Message {
  /** The same at every attempt, so that a mail server can tell a repeated message from a new one. */
  readonly id: string;
  readonly to: string;
  /** The name of the sender, if not that of the configuration. */
  readonly sender?: string | undefined;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
}

export interface Attachment {
  readonly file_name: string;
  readonly media_type: string;
  readonly bytes: Buffer;
}

/** Delivers messages. */
export interface Post {
  /** @throws RecipientRefused when no later attempt can succeed, any other error when one may */
  deliver(message: Message): Promise<void>;
  close(): void;
}

/** The mail server refuses the recipient for good. */
export class RecipientRefused extends Error {
  override readonly name = "RecipientRefused";
}

/** @returns undefined if the installation sends no mail */
export function openPost(delivery: MailDelivery): Post | undefined {
  switch (delivery.delivery) {
    case "none":
      return undefined;
    case "files":
      return filesPost(delivery);
    case "smtp":
      return smtpPost(serverOfUrl(delivery.smtpUrl), delivery.from);
    case "server":
      return smtpPost(serverOf(delivery), delivery.from);
  }
}

const CONNECTIONS = 4;
const LOOPBACK = new Set(["127.0.0.1", "::1", "[::1]", "localhost"]);

/** Whether a login is sent to this machine alone, so that nobody on the way reads it. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host);
}

/** A password is not sent in the clear, even if somebody on the way removes STARTTLS from the greeting. */
function serverOfUrl(smtpUrl: string) {
  const { protocol, username, hostname } = new URL(smtpUrl);
  return { url: smtpUrl, requireTLS: protocol === "smtp:" && username !== "" && !isLoopback(hostname) };
}

function serverOf({ host, port, encryption, login }: MailServer) {
  const requireTLS = encryption === "starttls" || (encryption === "none" && login !== undefined && !isLoopback(host));
  return { host, port, secure: encryption === "tls", requireTLS, ...(login && { auth: login }) };
}

function smtpPost(server: ReturnType<typeof serverOf> | ReturnType<typeof serverOfUrl>, from: string): Post {
  const transport = createTransport({
    ...server,
    ...{ pool: true, maxConnections: CONNECTIONS },
    ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(message) {
      try {
        await transport.sendMail(mailOf(message, from));
      } catch (error) {
        if (isRefusedRecipient(error)) throw new RecipientRefused(error.message, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** Answers from 500 on are final (RFC 5321, 4.2.1). Refused logins are not: the operator can correct the password. */
function isRefusedRecipient(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "EENVELOPE" &&
    "responseCode" in error &&
    typeof error.responseCode === "number" &&
    error.responseCode >= 500
  );
}

/** Writes each message to a file of its own, which only its owner can read: it may have a link that signs in. */
function filesPost({ folder, from }: { readonly folder: string; readonly from: string }): Post {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async deliver(message) {
      const { message: bytes } = await transport.sendMail(mailOf(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(":", "-");
      await writeFile(join(folder, `${time}-${message.id}.eml`), bytes, { mode: 0o600 });
    },
    close: () => undefined,
  };
}

function mailOf({ id, to, sender, replyTo, subject, text, html, attachments }: Message, from: string) {
  const [address = from, domain = "localhost"] = /[^<\s]+@([^@>\s]+)(?=>?$)/.exec(from) ?? [];
  return {
    ...{ from: sender === undefined ? from : { name: sender, address }, subject, text, html },
    ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
    // An address object is not parsed, so that text of a user cannot become a second recipient.
    to: { name: "", address: to },
    messageId: `<${id}@${domain}>`,
    attachments: attachments.map(({ file_name, media_type, bytes }) => ({
      ...{ filename: file_name, contentType: media_type, content: bytes, contentDisposition: "attachment" as const },
    })),
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
