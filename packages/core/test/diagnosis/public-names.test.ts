import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { selfSignedCertificate } from "@fulmar/testkit";
import { expect, onTestFinished, test } from "vitest";
import { publicNameFindings } from "../../src/diagnosis/public-names.ts";

const PLAIN = "http://127.0.0.1:4000";
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000);

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** The findings on an API whose server shows a certificate. */
async function findingsOf(names: string | [string, ...string[]], until?: Date, host = "127.0.0.1") {
  const { certificatePem, privateKeyPem } = selfSignedCertificate(names, until);
  const port = await portOf(createServer({ cert: certificatePem, key: privateKeyPem }));
  return at(`https://${host}:${port}`);
}

const at = (publicApiUrl: string, publicConsoleUrl = PLAIN, publicObjectStoreUrl = PLAIN) =>
  publicNameFindings({ publicApiUrl, publicConsoleUrl, publicObjectStoreUrl });

test("a name that is not reached by HTTPS has no certificate to look at", async () => {
  expect(await at(PLAIN)).toEqual([]);
});

test("a certificate that nobody here trusts is named with the days that it has left", async () => {
  expect(await findingsOf("127.0.0.1", inDays(30))).toEqual([
    {
      check: expect.stringMatching(/^TLS 127\.0\.0\.1:\d+$/),
      state: "warn",
      sentence: expect.stringMatching(
        /does not trust \(.+; 30 days left, until \d{4}-\d\d-\d\d\): serve the whole chain/,
      ),
    },
  ]);
});

test("a certificate that ends within 14 days is a warning, and one that lasts is none", async () => {
  const trusted = getCACertificates("default");
  onTestFinished(() => setDefaultCACertificates(trusted));
  const judged = async (days: number) => {
    const { certificatePem, privateKeyPem } = selfSignedCertificate("localhost", inDays(days));
    setDefaultCACertificates([certificatePem]);
    const port = await portOf(createServer({ cert: certificatePem, key: privateKeyPem }));
    return at(`https://localhost:${port}`);
  };
  expect(await judged(13)).toMatchObject([{ state: "warn", sentence: expect.stringContaining("soon (13 days left") }]);
  expect(await judged(14)).toMatchObject([{ state: "ok", sentence: expect.stringContaining("with 14 days left") }]);
});

test("a certificate that has ended, and one of another name, fail", async () => {
  expect(await findingsOf("127.0.0.1", inDays(-2))).toMatchObject([
    { state: "fail", sentence: expect.stringMatching(/expired on \d{4}-\d\d-\d\d: renew it/) },
  ]);
  expect(await findingsOf(["one.example.com", "two.example.com"])).toMatchObject([
    {
      state: "fail",
      sentence: expect.stringContaining("not for this name, but for one.example.com, two.example.com:"),
    },
  ]);
  expect(await findingsOf("127.0.0.1", undefined, "localhost")).toMatchObject([
    { state: "fail", sentence: expect.stringContaining("but for 127.0.0.1") },
  ]);
});

test("a server that is not there, and one that speaks no TLS, are named", async () => {
  const port = await portOf(createTcpServer((socket) => socket.end("hello\n")));
  expect(await at(`https://127.0.0.1:${port}`)).toMatchObject([
    { state: "warn", sentence: expect.stringMatching(/^No TLS connection from here \(.+\): see its DNS record/) },
  ]);
  expect(await at("https://127.0.0.1:1")).toMatchObject([
    { state: "warn", sentence: expect.stringContaining("ECONNREFUSED") },
  ]);
});

test("a name is asked once, however often and however it is written", async () => {
  const { certificatePem, privateKeyPem } = selfSignedCertificate("localhost");
  const port = await portOf(createServer({ cert: certificatePem, key: privateKeyPem }));
  const spelled = [`https://localhost:${port}`, `HTTPS://LocalHost:${port}/console/`, `https://localhost:${port}/s3`];
  const [one = "", two, three] = spelled;
  expect(await at(one, two, three)).toHaveLength(1);
});
