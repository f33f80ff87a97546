// A mail server that keeps what it takes, for the tests of mails.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll } from "vitest";

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, with quoted-printable text decoded. */
  readonly text: string;
  /** As it came. */
  readonly raw: string;
}

/** The server's answer to a recipient: nothing, or a refusal with an SMTP code. */
type Judge = (address: string) => number | undefined;

export function smtpFixture() {
  const received: Received[] = [];
  let judge: Judge = () => undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const code = judge(address);
      callback(code === undefined ? null : Object.assign(new Error("refused"), { responseCode: code }));
    },
    onData(stream, { envelope }, callback) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const raw = Buffer.concat(pieces).toString();
        received.push({ ...{ from, to: envelope.rcptTo.map(({ address }) => address) }, text: decoded(raw), raw });
        callback();
      });
    },
  });
  let port = 0;
  beforeAll(async () => {
    const listening = server.listen(0, "127.0.0.1");
    await once(listening, "listening");
    port = (listening.address() as AddressInfo).port;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    received,
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    /** Sets how the server judges recipients from now on. */
    judge(by: Judge) {
      judge = by;
    },
  };
}

export function decoded(message: string): string {
  return message
    .replaceAll("\r\n", "\n")
    .replaceAll(/=\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
