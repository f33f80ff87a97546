import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { ALGORITHM, hmac, scopeText, sha256, signingKey, stringToSign } from "@fulmar/core/s3-signing";
import type { Credentials, StoreFixture } from "./store-fixture.ts";

/** The headers of a PUT, in lower case. */
export type PutHeaders = Readonly<Record<string, string>> & { readonly "x-amz-content-sha256": string };

/** A PUT with a signed head, whose body the test sends itself. */
export interface SignedPut {
  /** The request line and the headers. */
  readonly head: string;
  /** A chunk of a body with signed chunks; an empty one ends the body. */
  chunk(content: string): string;
  trailer(lines: Readonly<Record<string, string>>): string;
}

export function signedPut(
  fixture: StoreFixture,
  credentials: Credentials,
  path: string,
  headers: PutHeaders,
): SignedPut {
  const at = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = { date: at.slice(0, 8), region: "eu-central-1", service: "s3" };
  const key = signingKey(credentials.secretAccessKey, scope);
  const all = Object.entries({ ...headers, host: `127.0.0.1:${fixture.port}`, "x-amz-date": at }).toSorted(
    ([a], [b]) => (a < b ? -1 : 1),
  );
  const request = { method: "PUT", path, query: [], headers: all, payloadHash: headers["x-amz-content-sha256"] };
  let previous = hmac(key, stringToSign(at, scope, request)).toString("hex");
  const authorization =
    `${ALGORITHM} Credential=${credentials.accessKeyId}/${scopeText(scope)},` +
    `SignedHeaders=${all.map(([name]) => name).join(";")},Signature=${previous}`;
  const next = (kind: string, content: string) => {
    previous = hmac(key, [`AWS4-HMAC-SHA256-${kind}`, at, scopeText(scope), previous, content].join("\n")).toString(
      "hex",
    );
    return previous;
  };
  return {
    head: `PUT ${path} HTTP/1.1\r\n${[...all, ["authorization", authorization]].map((pair) => `${pair.join(": ")}\r\n`).join("")}\r\n`,
    chunk(content) {
      const signature = next("PAYLOAD", `${sha256("")}\n${createHash("sha256").update(content).digest("hex")}`);
      return `${Buffer.byteLength(content).toString(16)};chunk-signature=${signature}\r\n${content}${content === "" ? "" : "\r\n"}`;
    },
    trailer(lines) {
      const text = Object.entries(lines).map(([name, value]) => `${name}:${value}`);
      const signature = next("TRAILER", sha256(text.map((line) => `${line}\n`).join("")));
      return `${[...text, `x-amz-trailer-signature:${signature}`].join("\r\n")}\r\n\r\n`;
    },
  };
}

/** Opens a new connection. */
export async function connection(fixture: StoreFixture): Promise<Socket> {
  const socket = connect(fixture.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Sends bytes and returns the status with the code of a refusal. "closed": the connection ended without an answer. */
export async function answerTo(socket: Socket, ...bytes: readonly string[]): Promise<string> {
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  for (const piece of bytes) socket.write(piece);
  await new Promise<void>((resolve) => {
    const look = () => {
      if (
        /^HTTP\/1\.1 (?!100)\d+[\s\S]*\r\n\r\n/.test(text) &&
        (!text.includes("<Error>") || text.includes("</Error>"))
      )
        resolve();
    };
    socket
      .on("data", look)
      .on("close", () => resolve())
      .on("error", () => resolve());
  });
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
  return status === undefined
    ? "closed"
    : [status, /<Code>(\w+)</.exec(text)?.[1]].filter((part) => part !== undefined).join(" ");
}
