// Requests that reach no handler are also answered in S3's format, because clients show it to their users.
import { expect, test } from "vitest";
import { connection } from "./signed-put.ts";
import { storeOfFile } from "./store-fixture.ts";

const { fixture } = await storeOfFile();

/** Sends bytes and returns everything received until the connection is closed. */
async function answerTo(text: string): Promise<string> {
  const socket = await connection(fixture);
  socket.end(text);
  const chunks: Buffer[] = await socket.toArray();
  return Buffer.concat(chunks).toString("utf8");
}

const LINE = "GET /bucket/key HTTP/1.1\r\n";
const HOST = "Host: store.example\r\n";

test.each([
  [
    "two ways to give the length of a body",
    "400 InvalidRequest",
    `PUT /bucket/key HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ],
  ["no HTTP at all", "400 InvalidRequest", "\u0016\u0003\u0001\u0002\u0000"],
  ["headers without end", "400 RequestHeaderSectionTooLarge", `${LINE}${HOST}X-Long: ${"a".repeat(20_000)}\r\n\r\n`],
  ["a tunnel to elsewhere", "405 MethodNotAllowed", `CONNECT elsewhere.example:443 HTTP/1.1\r\n${HOST}\r\n`],
  ["no host", "400 InvalidRequest", `${LINE}Connection: close\r\n\r\n`],
  ["two hosts", "400 InvalidRequest", `${LINE}${HOST}Host: other.example\r\nConnection: close\r\n\r\n`],
  [
    "what nobody knows expected",
    "403 AccessDenied",
    `PUT /bucket/key HTTP/1.1\r\n${HOST}Expect: something\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  ],
])("%s: %s", async (_, refusal, text) => {
  const answer = await answerTo(text);
  const [status, code] = refusal.split(" ");
  const requestId = /\r\nx-amz-request-id: (\S+)\r\n/.exec(answer)?.[1];
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
  expect(answer.toLowerCase()).toContain("\r\nconnection: close\r\n");
  expect(answer).toContain(`<Error><Code>${code}</Code><Message>`);
  expect(answer).toContain(`<RequestId>${requestId}</RequestId></Error>`);
});
