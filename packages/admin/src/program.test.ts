// The program itself, as a person starts it: what only a process has. All else of commands is tested in process.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { selfSignedCertificate } from "@fulmar/testkit";
import { expect, onTestFinished, test } from "vitest";
import { cliFixture, type Outcome } from "./cli-fixture.ts";

const PROGRAM = join(import.meta.dirname, "main.ts");
const DAY_MS = 86_400_000;

const cli = cliFixture({ seeded: true });

const environment = (env: Readonly<Record<string, string>> = {}) => {
  const { NODE_COMPILE_CACHE = "" } = process.env;
  return { NODE_COMPILE_CACHE, ...cli().env, ...env };
};

/** The standard input is no terminal. */
function program(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env: environment(env) }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, stdout, stderr });
    });
  });
}

test("the answer is on stdout, a refusal on stderr, and the exit code tells which", async () => {
  const made = await program(["admin", "organization", "create", "--name", "Acme", "--json"]);
  expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^\{.*\}\n$/), stderr: "" });
  const { organization_id } = JSON.parse(made.stdout) as { organization_id: string };
  expect(await cli().database.prisma.organization.count({ where: { organization_id, name: "Acme" } })).toBe(1);
  expect(await program(["admin", "object-store", "release"])).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "Objects whose files are not in the folder of the next object store cannot be read from then on. Use " +
      "--yes to confirm.\n",
  });
});

test("Ctrl-C ends a command that waits, and what it has begun goes on", async () => {
  const { prisma } = cli().database;
  const { workspace_id } = await prisma.workspace.findFirstOrThrow();
  const region = { region: "eu-central-1", is_public: false, bucket_lock_enabled: false };
  await prisma.bucket.create({ data: { bucket_id: "bkt_films", workspace_id, name: "films", ...region } });
  const command = [PROGRAM, "admin", "bucket", "move", "films", "--to", "eu-west-1"];
  const child = spawn(process.execPath, command, { env: environment(), stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [told] = await once(child.stderr, "data");
  expect(String(told)).toContain("making the bucket in the other region");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
  const { moves } = await cli().answer(["admin", "bucket", "moves"]);
  expect(moves).toMatchObject([{ bucket: "films", state: "prepare", ended_at: null }]);
});

test("the doctor trusts the authorities of NODE_EXTRA_CA_CERTS, and warns of a certificate that ends", async () => {
  const { certificatePem: cert, privateKeyPem: key } = selfSignedCertificate(
    "localhost",
    new Date(Date.now() + 5 * DAY_MS),
  );
  const server = createServer({ cert, key }, (_, response) => response.end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const authorities = join(mkdtempSync(join(cli().dataDir, "doctor-")), "authority.pem");
  writeFileSync(authorities, cert);
  const env = { FULMAR_PUBLIC_API_URL: `https://localhost:${port}`, NODE_EXTRA_CA_CERTS: authorities };
  const { stdout } = await program(["admin", "doctor", "--output", "json"], env);
  const { findings } = JSON.parse(stdout) as { findings: { check: string }[] };
  expect(findings.find(({ check }) => check === "API")).toEqual(
    expect.objectContaining({
      state: "ok",
      sentence: expect.stringContaining(`It answers at https://localhost:${port}`),
    }),
  );
  expect(findings.find(({ check }) => check === `certificate of localhost:${port}`)).toEqual(
    expect.objectContaining({ state: "warn", sentence: expect.stringContaining("It expires in") }),
  );
});
