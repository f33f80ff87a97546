import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@fulmar/prisma";
import { createTestDatabase, needs, PgBouncer, pgBouncerPath, selfSignedCertificate } from "@fulmar/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true, each: true });
const DAY_MS = 86_400_000;
/** The system gives it to no process, unlike one that is only free at the moment. */
const UNUSED_PORT = 1;
let organizations = 0;

const production = {
  FULMAR_ENVIRONMENT: "production",
  FULMAR_SECRET: randomBytes(32).toString("hex"),
  FULMAR_MASTER_KEY: randomBytes(32).toString("hex"),
};

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly sentence: string;
}

async function diagnosis(env: Readonly<Record<string, string>> = {}): Promise<readonly Finding[]> {
  const { code, stdout, stderr } = await cli().fulmar(["admin", "doctor", "--output", "json"], env);
  expect(stderr).toBe("");
  const { state, findings } = JSON.parse(stdout) as { state: string; findings: Finding[] };
  expect(state).toBe(worst(findings));
  expect(code).toBe(state === "fail" ? 1 : 0);
  return findings;
}

function worst(findings: readonly Finding[]): string {
  return ["fail", "warn"].find((state) => findings.some((each) => each.state === state)) ?? "ok";
}

/** The finding of one check. */
async function found(check: string, env: Readonly<Record<string, string>> = {}): Promise<Finding | undefined> {
  const all = await diagnosis(env);
  return all.find(
    (finding) => finding.check === check && finding.state === worst(all.filter((each) => each.check === check)),
  );
}

const failing = (text: string) => expect.objectContaining({ state: "fail", sentence: expect.stringContaining(text) });
const warning = (text: string) => expect.objectContaining({ state: "warn", sentence: expect.stringContaining(text) });
const fine = (text: string) => expect.objectContaining({ state: "ok", sentence: expect.stringContaining(text) });

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("a line for each check says its state, and one sentence", async () => {
  // Another installation of this machine may answer at the default port.
  const { code, stdout } = await cli().fulmar(["admin", "doctor"], { API_PORT: String(UNUSED_PORT) });
  expect(code).toBe(1);
  for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^(ok {2}|warn|fail) {2}\S.*? {2,}\S.*\.$/);
  expect(stdout).toMatch(/^ok {4}migrations +The database is of this version\.$/m);
  expect(stdout).toMatch(/^ok {4}database +PostgreSQL 1[78].*\.$/m);
  expect(stdout).toMatch(/^ok {4}site site-ams-1 +simulated, 0 VMs, 0 of 254 public addresses in use\.$/m);
  expect(stdout).toMatch(
    /^fail {2}API +http:\S+ does not answer from here .*: start the API, or correct its public URL\.$/m,
  );
  expect(stdout).toMatch(/^fail {2}workers +No worker is connected/m);
});

test("another format is refused", async () => {
  const { code, stderr } = await cli().fulmar(["admin", "doctor", "--output", "xml"]);
  expect([code, stderr]).toEqual([1, "The option --output is text or json.\n"]);
});

test("a migration that is missing, and one of a later version", async () => {
  const { pool } = cli().database;
  const { rows } = await pool.query(`DELETE FROM "_prisma_migrations" WHERE migration_name LIKE '%_init' RETURNING *`);
  expect(await found("migrations")).toEqual(failing("1 migration of this version is missing: run fulmar migrate"));
  const columns = Object.keys(rows[0]);
  const insert = `INSERT INTO "_prisma_migrations" (${columns.map((name) => `"${name}"`)})
                  VALUES (${columns.map((_, at) => `$${at + 1}`)})`;
  await pool.query(insert, Object.values(rows[0]));
  await pool.query(insert, Object.values({ ...rows[0], id: "later", migration_name: "29990101000000_later" }));
  expect(await found("migrations")).toEqual(warning("of a later version (29990101000000_later)"));
  await pool.query(`DELETE FROM "_prisma_migrations" WHERE id = 'later'`);
});

test("a database whose clock is ahead", async () => {
  await cli().database.pool.query(`CREATE SCHEMA ahead; CREATE FUNCTION ahead.clock_timestamp() RETURNS timestamptz
    LANGUAGE sql AS $$ SELECT pg_catalog.clock_timestamp() + interval '1 minute' $$`);
  const url = new URL(cli().databaseUrl);
  url.searchParams.set("options", "-c search_path=ahead,pg_catalog,public");
  expect(await found("clock", { DATABASE_URL: url.href })).toEqual(failing("ms apart: let NTP set both"));
  expect(await found("clock")).toEqual(fine("ms apart."));
});

test("settings with which a crash loses data", async () => {
  const name = new URL(cli().databaseUrl).pathname.slice(1);
  await cli().database.pool.query(`ALTER DATABASE "${name}" SET synchronous_commit = off`);
  const lax = (await diagnosis()).filter(({ check }) => check === "database settings");
  expect(lax).toContainEqual(warning("synchronous_commit is off"));
  await cli().database.pool.query(`ALTER DATABASE "${name}" SET synchronous_commit = on`);
});

test("more processes than the server has connections for", async () => {
  const { rows } = await cli().database.pool.query("SELECT current_setting('max_connections')::int / 21 + 1 AS apis");
  const programs = Array.from({ length: rows[0].apis }, (_, at) =>
    openDatabase(cli().databaseUrl, { max: 1, program: `api ${at}` }),
  );
  await Promise.all(programs.map(({ pool }) => pool.query("SELECT")));
  expect(await found("connections")).toEqual(
    failing(`may take ${21 * rows[0].apis}: raise max_connections, or run fewer`),
  );
  await Promise.all(programs.map((program) => program.close()));
});

test("master keys that are absent, and one that a store needs", async () => {
  const absent = {
    FULMAR_MASTER_KEY_FILE: "/nowhere/master-key",
    FULMAR_ENVIRONMENT: "production",
    FULMAR_SECRET: randomBytes(32).toString("hex"),
  };
  expect(await found("master key", absent)).toEqual(failing("Put the file of FULMAR_MASTER_KEY_FILE back"));
  expect(await found("master key")).toEqual(fine("wraps all data keys"));
  const { workspace_id } = await newWorkspace();
  await cli().database.prisma.secretStore.create({
    data: {
      ...{ workspace_id, store_id: "store_1", name: "store", store_key: "store", description: "" },
      secret_data_key: { create: { master_key_id: "mk_00000000deadbeef", wrapped: Buffer.alloc(60) } },
    },
  });
  expect(await found("master key")).toEqual(failing("The master key mk_00000000deadbeef is missing"));
});

test("a secret that does not open what is sealed", async () => {
  expect(await found("secret")).toEqual(fine("Nothing is sealed"));
  const { workspace_id } = await newWorkspace();
  await cli().database.prisma.accessKey.create({
    data: {
      ...{
        workspace_id,
        credential_id: "cred_1",
        access_key_id: "FK".padEnd(20, "0"),
        name: "key",
        permission: "read",
      },
      ...{ sealed_secret: Buffer.alloc(60), all_buckets: true },
    },
  });
  expect(await found("secret")).toEqual(
    failing("FULMAR_SECRET opens 0 of 1 sealed value: set it to the installation's"),
  );
  await cli().database.prisma.accessKey.deleteMany({});
  await cli().database.pool.query(
    `INSERT INTO installation_mail (host, port, encryption, username, password_sealed, sender)
     VALUES ('mail.example.com', 587, 'starttls', 'fulmar', '\\x00', 'a@example.com')`,
  );
  expect(await found("secret")).toEqual(
    failing("FULMAR_SECRET opens 0 of 1 sealed value: set it to the installation's"),
  );
  expect(await found("mail")).toEqual(failing("The password of the mail server cannot be opened"));
  await cli().database.pool.query("DELETE FROM installation_mail");
  expect(await found("secret", { FULMAR_OTHER_SECRET: randomBytes(32).toString("hex") })).toEqual(
    warning("run fulmar admin secret reseal"),
  );
});

test("a site that is fenced, one whose server is gone, and one with unknown resources", async () => {
  const { pool } = cli().database;
  await pool.query(`INSERT INTO installation (installation_id) VALUES ('inst_1') ON CONFLICT DO NOTHING`);
  await addServer("site-gone", { reachable: false });
  await addServer("site-odd", { reachable: true });
  await pool.query(`INSERT INTO unknown_resource (provider, kind, resource_id) VALUES ('site-odd', 'vm', 'vm_1')`);
  await addServer("site-copied", { reachable: true });
  await pool.query(`INSERT INTO site_fence (provider, installation_id, database_id, token, reason, detail, fenced_at)
    VALUES ('site-copied', 'inst_1', 'another', 't', 'database_copied', 'It is a copy.', now())`);
  expect(await found("site site-gone")).toEqual(failing("run fulmar admin site check --site site-gone"));
  expect(await found("site site-odd")).toEqual(warning("1 unknown resource: run fulmar admin site unknown"));
  expect(await found("site site-copied")).toEqual(failing("It is fenced (database_copied)"));
});

test("certificates of sites that end", async () => {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
  await addServer("site-late", { client: selfSignedCertificate("client", inDays(-2)).certificatePem });
  await addServer("site-soon", { server: selfSignedCertificate("server", inDays(5)).certificatePem });
  await addServer("site-torn", { client: "no certificate" });
  const all = await diagnosis();
  expect(all.find(({ check }) => check === "client certificate of site-late")).toEqual(failing("It expired on"));
  expect(all.find(({ check }) => check === "server certificate of site-soon")).toEqual(warning("It expires in"));
  expect(all.find(({ check }) => check === "client certificate of site-torn")).toEqual(failing("It cannot be read"));
});

test("an API that answers 503", async () => {
  const unready = createServer((_, response) => response.writeHead(503).end());
  const plain = `http://127.0.0.1:${await listening(unready)}`;
  expect(await found("API", { FULMAR_PUBLIC_API_URL: plain })).toEqual(failing("/readyz answers 503"));
});

test("a URL to listen at that leads elsewhere, or nowhere", async () => {
  const other = await createTestDatabase();
  onTestFinished(() => other.drop());
  expect(await found("notifications", { FULMAR_LISTEN_URL: other.url })).toEqual(
    failing("FULMAR_LISTEN_URL leads to another database"),
  );
  const nowhere = new URL(cli().databaseUrl);
  nowhere.port = String(UNUSED_PORT);
  expect(await found("notifications", { FULMAR_LISTEN_URL: nowhere.href })).toEqual(
    failing("Nothing answers at FULMAR_LISTEN_URL"),
  );
  const all = await diagnosis();
  expect(all.filter(({ check }) => ["pooler", "notifications"].includes(check))).toEqual([]);
});

const isPooled = pgBouncerPath() !== undefined;

test("a pooler, what it keeps, and processes that listen through it", needs("PgBouncer", isPooled), async () => {
  const pooler = await PgBouncer.start();
  onTestFinished(() => pooler.stop());
  const pooled = { DATABASE_URL: pooler.through(cli().databaseUrl), FULMAR_OWNER_URL: cli().databaseUrl };
  expect(await found("notifications", pooled)).toEqual(warning("set FULMAR_LISTEN_URL to the server itself"));
  expect(await found("pooler", pooled)).toEqual(
    pooler.keepsStatements
      ? fine("which keeps prepared statements")
      : warning("set max_prepared_statements (PgBouncer 1.21 or later), or FULMAR_PREPARED_STATEMENTS to off"),
  );
  const suited = { ...pooled, FULMAR_LISTEN_URL: cli().databaseUrl, FULMAR_PREPARED_STATEMENTS: "off" };
  const all = await diagnosis(suited);
  expect(all.find(({ check }) => check === "pooler")).toEqual(fine("with statements that have no names"));
  expect(all.find(({ check }) => check === "notifications")).toEqual(fine("Processes listen at the server itself."));
  expect(all.find(({ check }) => check === "connections")).toEqual(fine("the pooler limits those of the processes"));
});

describe("simulated sites in production", () => {
  test("those of an earlier version fail until the operator has removed them, and a warning says that there is none", async () => {
    await cli().answer(["seed"], production);
    const { code, stdout } = await cli().fulmar(["admin", "doctor"], production);
    expect(code).toBe(1);
    for (const site of ["site-ams-1", "site-fra-1"]) {
      expect(stdout).toMatch(
        new RegExp(
          `^fail  site ${site} +It is simulated: nothing new is created there, and what is there does not exist; ` +
            `run fulmar admin site remove --site ${site}\\.$`,
          "m",
        ),
      );
      await cli().answer(["admin", "site", "remove", "--site", site], production);
      expect(await found(`site ${site}`, production)).toBeUndefined();
    }
    expect(await found("sites", production)).toEqual(warning("run fulmar admin site add"));
    // A later version brings none of them back, and the catalog has kept its images.
    await cli().answer(["seed"], production);
    expect(await found("sites", production)).toEqual(warning("There is no site"));
    expect(await cli().database.prisma.image.count()).toBeGreaterThan(5);
  });

  test("one for trials fails too, and comes after a real one", async () => {
    await cli().answer(["seed"], production);
    const args = ["admin", "site", "add", "--name", "Trial", "--provider", "simulated", "--simulated"];
    const { site_id } = await cli().answer(args, production);
    expect(await found(`site ${site_id}`, production)).toEqual(
      failing(
        `It is simulated: what customers create there does not exist; run fulmar admin site remove --site ${site_id}`,
      ),
    );
    expect(await found(`site ${site_id}`)).toEqual(fine("simulated"));
    const { position } = await cli().database.prisma.site.findUniqueOrThrow({ where: { site_id: String(site_id) } });
    expect(position).toBeGreaterThan(100_000);
  });
});

test("plans and images that production lists and no site offers", async () => {
  await cli().answer(["seed"], production);
  expect(await found("catalog")).toBeUndefined();
  const { prisma } = cli().database;
  await prisma.plan.updateMany({ where: { type: "gpu" }, data: { site_ids: [] } });
  const gpu = ["plan-gpu-l4-1", "plan-gpu-l40s-1", "plan-gpu-h100-1", "plan-gpu-h100-8"];
  expect(await found("catalog", production)).toEqual(
    warning(
      `4 plans and images are listed, but offered at no site (${gpu.join(", ")}): run fulmar admin catalog ` +
        "retire --plan plan-gpu-l4-1.",
    ),
  );
  for (const plan of gpu) await cli().answer(["admin", "catalog", "retire", "--plan", plan], production);
  expect(await found("catalog", production)).toEqual(fine("or retired"));
  await prisma.plan.updateMany({ data: { site_ids: [] } });
  await prisma.image.updateMany({ data: { site_ids: [] } });
  expect(await found("catalog", production)).toBeUndefined();
});

describe("what is left to set up in production", () => {
  test("a new installation has no site, no plan, no price and no seller", async () => {
    const { pool } = cli().database;
    await pool.query("DELETE FROM plan");
    await pool.query("DELETE FROM sku");
    await pool.query(
      "ALTER TABLE price DISABLE TRIGGER price_past; DELETE FROM price; ALTER TABLE price ENABLE TRIGGER price_past",
    );
    await pool.query("UPDATE site SET removed_at = now()");
    await cli().answer(["seed"], production);
    expect(await found("sites", production)).toEqual(warning("run fulmar admin site add"));
    expect(await found("catalog", production)).toEqual(warning("There is no plan"));
    expect(await found("prices", production)).toEqual(warning("16 products have no price, so it is not sold ("));
    expect(await found("seller", production)).toEqual(warning("run fulmar operator seller update"));
    await cli().answer(["admin", "catalog", "import"], production);
    expect(await found("prices", production)).toBeUndefined();
    await pool.query("INSERT INTO seller (legal_name, address_lines, country) VALUES ('Cloud AG', '{}', 'DE')");
    expect(await found("seller", production)).toBeUndefined();
  });

  test("a product that is in use and has no price", async () => {
    const { workspace_id } = await newWorkspace();
    const { pool } = cli().database;
    await pool.query(
      "INSERT INTO sku (sku_code, family, name, unit, currency) VALUES ('new.use', 'cdn', 'New', 'one', 'USD')",
    );
    expect(await found("prices", production)).toEqual(warning("1 product has no price, so it is not sold (new.use)"));
    await pool.query(
      `INSERT INTO charge (workspace_id, resource_type, resource_id, sku_code, quantity, charged_from)
       VALUES ($1, 'bucket', 'bkt_1', 'new.use', 1, now())`,
      [workspace_id],
    );
    expect(await found("prices", production)).toEqual(
      failing("What is in use costs nothing for want of a price (new.use)"),
    );
  });
});

describe("settings for laptops in production", () => {
  test("webhooks into the workers' network", async () => {
    expect(await found("webhooks", production)).toEqual(fine("public addresses only"));
    expect(await found("webhooks", { ...production, FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow" })).toEqual(
      failing("remove FULMAR_WEBHOOK_PRIVATE_TARGETS"),
    );
  });

  test("a master key of the file that can be guessed, and a former secret", async () => {
    const file = join(cli().dataDir, "weak");
    writeFileSync(file, `${"0".repeat(64)}\n`);
    const { FULMAR_MASTER_KEY, ...others } = production;
    const weak = { ...others, FULMAR_MASTER_KEY_FILE: file };
    expect(await found("master key", weak)).toEqual(failing("can be guessed"));
    writeFileSync(file, `${FULMAR_MASTER_KEY}\n${"0".repeat(64)}\n`);
    expect(await found("master key", weak)).toEqual(fine("wraps all data keys"));
    expect(await found("secret", { ...production, FULMAR_OTHER_SECRET: "a".repeat(32) })).toEqual(
      failing("FULMAR_OTHER_SECRET can be guessed"),
    );
  });

  test("a start with a secret or proxies that are everybody's ends in one sentence", async () => {
    for (const [name, value] of [
      ["FULMAR_SECRET", "a".repeat(32)],
      ["FULMAR_TRUSTED_PROXIES", "0.0.0.0/0"],
    ] as const) {
      const { code, stdout, stderr } = await cli().fulmar(["admin", "doctor"], { ...production, [name]: value });
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(new RegExp(`^${name} must be .*\\.\n$`));
    }
  });
});

test("mail and billing servers that do not answer, and none", async () => {
  expect(await found("mail", { FULMAR_SMTP_URL: `smtp://127.0.0.1:${UNUSED_PORT}` })).toEqual(
    failing("cannot be reached"),
  );
  expect(await found("billing", { FULMAR_BILLING_URL: `http://127.0.0.1:${UNUSED_PORT}` })).toEqual(
    failing("nothing can be bought"),
  );
  expect(await found("mail", production)).toEqual(warning("No mail is sent"));
  expect(await found("logins", production)).toEqual(warning("Processes log in as the owner"));
  await cli().database.prisma.mail.create({
    data: {
      recipient: "a@example.com",
      letter: "password_reset",
      problem: "550 no such user",
      given_up_at: new Date(),
    },
  });
  const open = `smtp://127.0.0.1:${await listening(createServer())}`;
  expect(await found("mail", { FULMAR_SMTP_URL: open })).toEqual(
    warning("1 mail could not be sent (550 no such user)"),
  );
});

test("an edge that never came, one that is gone, one that counts too much, and one that cannot apply a document", async () => {
  for (const name of ["new", "gone", "odd", "busy"])
    await cli().answer(["admin", "edge", "add", "--name", name, "--site", "site-ams-1"]);
  const { pool } = cli().database;
  await pool.query(`UPDATE edge SET enrolled_at = now(), seen_at = now() - interval '1 hour' WHERE name = 'gone'`);
  await pool.query(`UPDATE edge SET enrolled_at = now(), seen_at = now() + interval '1 hour' WHERE name = 'odd'`);
  await pool.query(
    `UPDATE edge SET enrolled_at = now(), seen_at = now() + interval '1 hour', refused_at = now() WHERE name = 'busy'`,
  );
  await pool.query(`INSERT INTO edge_failure (edge_id, kind, id, revision, message)
    SELECT edge_id, 'load_balancer', 'lb_1', 1, 'it is wrong' FROM edge WHERE name = 'odd'`);
  const all = await diagnosis();
  expect(all.find(({ check }) => check === "edge new")).toEqual(warning("Its agent has not connected yet"));
  expect(all.find(({ check }) => check === "edge gone")).toEqual(failing("It is not connected"));
  expect(all.find(({ check }) => check === "edge busy")).toEqual(failing("more traffic than its line carries"));
  expect(all.find(({ check }) => check === "edge odd")).toEqual(failing("It cannot apply 1 document"));
});

test("the folder of objects that is missing, and the disk that has it", async () => {
  const { pool } = cli().database;
  await pool.query("INSERT INTO object_store (store_id, host, folder) VALUES ('store_1', $1, '/nowhere')", [
    hostname(),
  ]);
  expect(await found("disk")).toEqual(failing("The folder of objects /nowhere cannot be read"));
  await pool.query("UPDATE object_store SET folder = $1", [cli().dataDir]);
  expect((await found("disk"))?.sentence).toMatch(/GB \(\d+ %\) are free for objects/);
  await pool.query("UPDATE object_store SET host = 'elsewhere'");
  expect(await found("disk")).toEqual(fine("on elsewhere: run this there, too"));
});

test("operations that nobody takes, and a worker that does", async () => {
  const { pool } = cli().database;
  await pool.query(`INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, status,
                                           input, deadline_at, run_at)
    VALUES ('op_1', 1, 'vm_1', 'cloud_vm', 'start', 'nobody.takes', 'accepted', '{}', now() + interval '1 hour',
            now() - interval '2 minutes')`);
  await pool.query(`INSERT INTO reconciler (name, finished_at, last_error) VALUES ('odd', now(), 'Error: it broke')`);
  const all = await diagnosis();
  expect(all.find(({ check }) => check === "operations")).toEqual(failing("1 operation waited for more than a minute"));
  expect(all.find(({ check }) => check === "reconciler odd")).toEqual(warning("Its last run failed (Error: it broke)"));
  const worker = spawn(process.execPath, [join(import.meta.dirname, "../../../apps/worker/src/main.ts")], {
    env: { ...process.env, DATABASE_URL: cli().databaseUrl, FULMAR_DATA_DIR: cli().dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void worker.kill("SIGKILL"));
  await once(worker.stdout, "data");
  await expect.poll(() => found("workers"), { timeout: 30_000 }).toEqual(fine("1 worker is connected and at work"));
  worker.kill("SIGTERM");
  await once(worker, "exit");
  // The server notices that a process has ended a moment later.
  await expect.poll(() => found("workers")).toEqual(failing("No worker is connected"));
});

test("a database that does not answer is an error of the command", async () => {
  const url = new URL(cli().databaseUrl);
  url.port = String(UNUSED_PORT);
  const { code, stderr } = await cli().fulmar(["admin", "doctor"], { DATABASE_URL: url.href });
  expect([code, stderr]).toEqual([1, expect.stringContaining("The database cannot be used")]);
});

async function newWorkspace(): Promise<{ readonly workspace_id: bigint }> {
  const { workspace_ids } = await cli().answer(["admin", "organization", "create", "--name", `Org ${++organizations}`]);
  return { workspace_id: BigInt((workspace_ids as string[])[0] ?? "") };
}

/** A site with a server of its own, as workers have seen it. */
async function addServer(
  siteId: string,
  {
    reachable = true,
    client = null,
    server = null,
  }: { reachable?: boolean; client?: string | null; server?: string | null },
): Promise<void> {
  const { pool } = cli().database;
  await pool.query(
    `INSERT INTO site (site_id, name, location, provider, position)
     VALUES ($1, $1, 'here', $1, (SELECT max(position) + 1 FROM site))`,
    [siteId],
  );
  await pool.query(
    `INSERT INTO site_connection (site_id, endpoint, project, storage_pool, network, instance_type, client_certificate,
                                  client_key_sealed, server_certificate)
     VALUES ($1, 'https://127.0.0.1:1', 'fulmar', 'default', 'net', 'container', $2,
             CASE WHEN $2::text IS NOT NULL THEN '\\x00'::bytea END, $3)`,
    [siteId, client, server],
  );
  await pool.query(
    `INSERT INTO site_capacity (site_id, reachable, server, cpus, ram_mb, free_ram_mb, disk_gb, free_disk_gb)
     VALUES ($1, $2, 'lxd 5.0.2', 1, 1, 1, 1, 1)`,
    [siteId, reachable],
  );
}
