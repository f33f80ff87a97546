// A store for the tests of a file, and requests to it in which everything but their signature may be wrong.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import {
  CreateMultipartUploadCommand,
  PutBucketWebsiteCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { ALGORITHM, hmac, scopeText, signingKey, stringToSign } from "@fulmar/core/s3-signing";
import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { type Credentials, storeOfFile } from "../store-fixture.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_270_101);
const RUNS = Number(process.env.FULMAR_STEPS ?? 60);

export interface Asked {
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Left out: by a header, Version 4. */
  readonly signed?: "not" | "in the URL";
}

export const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** The bytes of a request, signed as it is: what is wrong with it is not its signature. */
function bytesOf(
  { method, path, query = [], headers = {}, body = "", signed }: Asked,
  { port, credentials }: { readonly port: number; readonly credentials: Credentials },
): Buffer {
  const content = Buffer.from(body);
  const at = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = { date: at.slice(0, 8), region: "eu-central-1", service: "s3" };
  const digest = createHash("sha256").update(content).digest("hex");
  const { "x-amz-content-sha256": hash = digest } = headers;
  const own = { host: `127.0.0.1:${port}`, "content-length": String(content.length) };
  const dated = signed === undefined ? { "x-amz-date": at, "x-amz-content-sha256": hash } : {};
  // As HTTP reads them: without spaces at either end.
  const sent = Object.entries({ ...own, ...dated, ...headers }).map(([name, value]) => [name, value.trim()] as const);
  const all = sent.filter(([name]) => name !== "content-length").toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = all.map(([name]) => name).join(";");
  const credential = `${credentials.accessKeyId}/${scopeText(scope)}`;
  const inUrl = [
    ...[
      ["X-Amz-Algorithm", ALGORITHM],
      ["X-Amz-Credential", credential],
      ["X-Amz-Date", at],
    ],
    ...[
      ["X-Amz-Expires", "600"],
      ["X-Amz-SignedHeaders", names],
    ],
  ] as [string, string][];
  const whole = signed === "in the URL" ? [...query, ...inUrl] : query;
  const payloadHash = signed === "in the URL" ? "UNSIGNED-PAYLOAD" : hash;
  const request = { method, path, query: whole, headers: all, payloadHash };
  const signature = hmac(signingKey(credentials.secretAccessKey, scope), stringToSign(at, scope, request)).toString(
    "hex",
  );
  const authorization = `authorization: ${ALGORITHM} Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  const asked = (signed === "in the URL" ? [...whole, ["X-Amz-Signature", signature]] : whole).map((pair) =>
    pair.map((each) => encoded(`${each}`)).join("="),
  );
  const lines = [
    `${method} ${path}${asked.length === 0 ? "" : `?${asked.join("&")}`} HTTP/1.1`,
    ...sent.map((pair) => pair.join(": ")),
    ...(signed === undefined ? [authorization] : []),
    ...["connection: close", "", ""],
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), content]);
}

/** The answer to a request; nothing where Node's parser has closed the connection. */
async function answerTo(bytes: Uint8Array, port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.write(bytes);
  return textOf(socket).catch(() => "");
}

/** A public bucket `Bucket` that is a website, has an object `o` and an upload of the key `parts`. */
export async function hostileStore() {
  const { fixture, credentials, s3 } = await storeOfFile({
    environment: {
      ...{ FULMAR_OBJECT_RATE_LIMIT: "1000000", FULMAR_OBJECT_RATE_BURST: "1000000" },
      ...{ FULMAR_FAILURE_LIMIT: "1000000", FULMAR_FAILURE_BURST: "1000000" },
    },
  });
  const { port } = fixture;
  const Bucket = await fixture.bucket({ is_public: true, object_lock_enabled: true });
  await s3.send(new PutObjectCommand({ Bucket, Key: "o", Body: "0123456789" }));
  const WebsiteConfiguration = { IndexDocument: { Suffix: "o" }, ErrorDocument: { Key: "o" } };
  await s3.send(new PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration }));
  const upload = { Bucket, Key: "parts" };
  const { UploadId: uploadId = "" } = await s3.send(new CreateMultipartUploadCommand(upload));
  await s3.send(new UploadPartCommand({ ...upload, UploadId: uploadId, PartNumber: 1, Body: "x" }));

  /** How many requests got which status. */
  const statuses = new Map<number, number>();
  afterAll(() => {
    const counts = [...statuses].toSorted(([one], [other]) => one - other).map((pair) => pair.join(": "));
    console.info(`hostile text, seed ${SEED}: ${counts.join(", ")}`);
  });

  async function send(asked: Asked): Promise<void> {
    const bytes = bytesOf(asked, { port, credentials });
    const answer = await answerTo(bytes, port);
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // A feature that S3 has and the store has not is 501.
    expect(
      status < 500 || status === 501,
      `${answer.slice(0, 300)} for ${bytes.toString("latin1").slice(0, 1_000)}`,
    ).toBe(true);
  }

  /** Each of the requests is answered or refused, and none is an error of the store. */
  const check = (requests: fc.Arbitrary<Asked>) =>
    fc.assert(fc.asyncProperty(requests, send), { numRuns: RUNS, seed: SEED });
  return { Bucket, credentials, uploadId, check };
}
