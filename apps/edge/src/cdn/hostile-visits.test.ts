// Hostile hosts, paths, queries and headers, at nginx and at the development CDN: both answer alike, neither fails, and
// neither asks the store for anything but objects, at most two for a visit. FULMAR_SEED repeats a run.
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import type { DistributionDocument, EdgeDocument } from "@fulmar/edge-protocol";
import { freePort, needs } from "@fulmar/testkit";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { developmentCdn } from "../development/development-cdn.ts";
import { COMMON_DOMAIN, distribution, edgeOfFile, lacking, NGINX, originOfFile } from "./cdn-fixture.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_261_128);
const RUNS = 400;
/** Requests on which the servers disagreed before. */
const FOUND: [string, string, string, string][] = [
  ["GET", "plain.example", "/??signature=", ""],
  ["GET", "plain.example", "/a?%73ignature=", ""],
  ["GET", `${COMMON_DOMAIN}.`, "/12/photos/a", ""],
  ["GET", "plain.example.:80", "/a", ""],
  ["GET", "other.example", "http://plain.example?list-type=2", ""],
];
/** An object, and the error document for it. */
const MOST_FETCHES = 2;

describe("hostile visits", needs(NGINX, lacking.length === 0), async () => {
  if (lacking.length > 0) return;
  const edge = await edgeOfFile();
  const port = await freePort();
  const development = await developmentCdn({ publicUrl: `http://${COMMON_DOMAIN}:${port}` });
  afterAll(() => development.close());
  /** Has each object with an `a` in its key. */
  const store = await originOfFile((message, response) => {
    const isThere = /^\/photos\/.*a/.test(message.url ?? "");
    response.writeHead(isThere ? 200 : 404, { "content-type": "text/plain" }).end("0123456789");
  });
  const origin = {
    type: "bucket",
    endpoint: `http://127.0.0.1:${store.port}`,
    region: "eu-central-1",
    ...{ bucket: "photos", accessKeyId: "A", secretAccessKey: "B" },
  } as const;
  const website = {
    ...{ indexDocument: "index.html", errorDocument: "404.a", spa: false, headers: [] },
    redirects: [
      { source: "/old/*", destination: "/new/*", status: 301 },
      { source: "/a", destination: "https://www.example.com/", status: 302 },
    ],
  };
  const bodies: Readonly<Record<string, DistributionDocument>> = {
    plain: distribution({ origin, hosts: ["plain.example"], cachePolicy: "no-cache" }),
    site: distribution({ origin, hosts: ["site.example"], cachePolicy: "no-cache", website }),
    app: distribution({ origin, hosts: ["app.example"], cachePolicy: "no-cache", website: { ...website, spa: true } }),
    common: distribution({ origin, commonPath: "/12/photos", cachePolicy: "no-cache" }),
    hidden: distribution({
      ...{ origin, hosts: ["hidden.example"], cachePolicy: "no-cache" },
      access: { isPublic: false, keys: [], endedSigners: [] },
    }),
  };
  const documents = new Map<string, EdgeDocument<"distribution">>();
  for (const [id, body] of Object.entries(bodies)) {
    const document = edge.document("distribution", id, body);
    documents.set(id, document);
    await edge.apply(document);
  }
  await development.apply({ documents, changed: new Set(documents.keys()) }, new AbortController().signal);

  /** Sends bytes on a connection of their own. @returns the status; 0 where the connection was closed without one */
  async function send(to: number, head: string): Promise<{ status: number; location: string | undefined }> {
    const socket = connect(to, "127.0.0.1");
    socket.write(Buffer.from(head, "latin1"));
    const answer = await textOf(socket);
    return {
      status: Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0),
      location: /\r\nlocation: ([^\r]*)/i.exec(answer)?.[1],
    };
  }

  const pieces = (...all: readonly string[]) =>
    fc.array(fc.constantFrom(...all), { maxLength: 6 }).map((some) => some.join(""));
  const host = fc.oneof(
    { arbitrary: fc.constantFrom(...["plain", "site", "app", "hidden"].map((name) => `${name}.example`)), weight: 6 },
    { arbitrary: fc.constant(COMMON_DOMAIN), weight: 3 },
    {
      arbitrary: fc
        .tuple(
          pieces("plain", ".example", ".", "SITE", COMMON_DOMAIN, "xn--", "a", "-", "_", "%2e"),
          fc.constantFrom("", ":80", ":"),
        )
        .map((parts) => parts.join("")),
      weight: 2,
    },
  );
  const path = fc
    .tuple(
      fc.constantFrom("/", "/a", "/12/photos/", "/12/photos/a", "/old/", "//", "/a"),
      pieces(
        "a",
        "/",
        "//",
        ".",
        "..",
        "%2e",
        "%2F",
        "%",
        "%zz",
        "%00",
        "%ff",
        "%C3%A9",
        "\\",
        "+",
        "~",
        "'",
        "*",
        "?",
        "&",
        "=",
        ";",
        "é",
        "x".repeat(900),
      ),
    )
    .map((parts) => parts.join(""));
  const query = fc.oneof(
    { arbitrary: fc.constant(""), weight: 3 },
    {
      arbitrary: pieces(
        "list-type=2",
        "&",
        "signature=",
        "key=key_0",
        "expires=9",
        "uploads",
        "=",
        "%",
        "?",
        "a",
        "/../",
      ).map((some) => `?${some}`),
      weight: 1,
    },
  );
  const header = fc.constantFrom(
    ...[
      "",
      "Range: bytes=0-1\r\n",
      `Range: bytes=${" ".repeat(7_000)}0-1${" ".repeat(7_000)},x\r\n`,
      "Range: bytes=5-99999999999999999999\r\n",
    ],
    ...[
      `Range: bytes=${"0-0,".repeat(3_000)}\r\n`,
      "If-Range: x\r\n",
      "CDN-Loop: other\r\n",
      "Origin: null\r\n",
      "If-None-Match: *\r\n",
    ],
    ...["X-Edge-Document: hidden\r\n", "X-Forwarded-For: 1\r\n", "Accept: \xff\r\n"],
  );
  const target = fc.oneof(
    { arbitrary: fc.tuple(path, query).map((parts) => parts.join("")), weight: 8 },
    {
      arbitrary: fc
        .tuple(fc.constant("http://"), host, fc.oneof(fc.constant(""), path), query)
        .map((parts) => parts.join("")),
      weight: 1,
    },
  );
  const method = fc.constantFrom("GET", "GET", "GET", "HEAD", "OPTIONS", "POST");

  test("both servers answer alike, without a failure, and ask the store for objects alone", {
    timeout: 300_000,
  }, async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(method, host, target, header, async (verb, name, place, more) => {
        const head = `${verb} ${place} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n${more}\r\n`;
        const answers = [];
        for (const to of [edge.port, port]) {
          const before = store.requests.length;
          const answer = await send(to, head);
          const fetched = store.requests.slice(before).map(({ url }) => url);
          answers.push({ ...answer, fetched });
        }
        const [nginx, own] = answers;
        statuses.set(own?.status ?? 0, (statuses.get(own?.status ?? 0) ?? 0) + 1);
        for (const { status, fetched } of answers) {
          expect(status).toBeLessThan(500);
          expect(fetched.length).toBeLessThanOrEqual(MOST_FETCHES);
          for (const url of fetched) expect(url).toMatch(/^\/photos\/[^?]/);
        }
        // A request that is no HTTP to a server is 400 before there is a visit.
        if (nginx?.status !== 400 && own?.status !== 400) expect(nginx).toEqual(own);
      }),
      { seed: SEED, numRuns: RUNS, examples: FOUND },
    );
    console.info(JSON.stringify({ seed: SEED, ...Object.fromEntries(statuses) }));
  });
});
