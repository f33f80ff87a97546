#!/usr/bin/env node
// A replacement for Prisma's native schema engine, which not every machine can download: `prisma generate` asks where
// an engine is, and `prisma migrate` runs it. It has the same JSON-RPC over stdio, backed by the WASM build of the
// engine and @prisma/adapter-pg. prisma.config.ts names it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import pg from "pg";

const require = createRequire(import.meta.url);
const argv = process.argv.slice(2);
const datamodelFiles = [];
let datasource = {};
for (let i = 0; i < argv.length; i++) {
  if (argv[i] === "--datamodels") datamodelFiles.push(argv[++i]);
  else if (argv[i] === "--datasource") datasource = JSON.parse(argv[++i]);
  else if (argv[i].startsWith("--") && argv[i] !== "--version") i++;
}
const url = datasource.url ?? process.env.DATABASE_URL ?? "postgresql://invalid.invalid/none";

async function adminClient(u) {
  const admin = new URL(u);
  const name = decodeURIComponent(admin.pathname.slice(1)) || "postgres";
  admin.pathname = "/postgres";
  admin.search = "";
  const client = new pg.Client({ connectionString: admin.toString() });
  await client.connect();
  return { client, name };
}
async function createDatabase(u) {
  const { client, name } = await adminClient(u);
  try {
    const found = await client.query("select 1 from pg_database where datname=$1", [name]);
    if (!found.rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
    return { databaseName: name };
  } finally {
    await client.end();
  }
}
function logLine(level, message, extra = {}) {
  process.stderr.write(
    `${JSON.stringify({ timestamp: new Date().toISOString(), level, fields: { message, ...extra }, target: "schema_engine::logger" })}\n`,
  );
}

if (argv.includes("--version")) {
  console.log("schema-engine-cli wasm");
  process.exit(0);
}
const cli = argv.indexOf("cli");
if (cli >= 0) {
  const command = argv[cli + 1];
  try {
    if (command === "can-connect-to-database") {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.end();
    } else if (command === "create-database") {
      await createDatabase(url);
    } else if (command === "drop-database") {
      const { client, name } = await adminClient(url);
      await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
      await client.end();
    } else throw new Error(`unsupported cli command ${command}`);
    process.exit(0);
  } catch (error) {
    logLine("INFO", "Starting schema engine CLI"); // the caller drops the first line
    const code = error.code === "3D000" ? "P1003" : "P1001";
    logLine("ERROR", error.message, { error_code: code });
    process.exit(1);
  }
}

const bg = await import("@prisma/schema-engine-wasm/schema_engine_bg");
const wasmPath = require.resolve("@prisma/schema-engine-wasm").replace(/schema_engine\.js$/, "schema_engine_bg.wasm");
const { instance } = await WebAssembly.instantiate(readFileSync(wasmPath), { "./schema_engine_bg.js": bg });
bg.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

let panic;
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message: (m) => {
    panic = m;
  },
};

// Features that the engine needs and @prisma/adapter-pg lacks: the catalogs' "char" type (oid 18), and scripts sent
// whole (the adapter splits on every ";", which breaks function bodies, DO blocks and string literals).
const CHAR_OID = 18,
  BPCHAR_OID = 1042;
function patch(adapter) {
  const performIO = adapter.performIO.bind(adapter);
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    for (const field of result.fields ?? [])
      if (field.dataTypeID === CHAR_OID) {
        field.dataTypeID = BPCHAR_OID;
        field.wasChar = true;
      }
    return result;
  };
  adapter.executeScript = async (script) => {
    try {
      await adapter.client.query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  return adapter;
}
const open = new Set();
class MigrationPg extends PrismaPg {
  async connect() {
    const adapter = patch(await super.connect());
    open.add(adapter);
    return adapter;
  }
  // Not super.connectToShadowDb(): with a connectionString, pg ignores its separate `database` setting, so the shadow
  // adapter would run on the main database.
  async connectToShadowDb() {
    if (datasource.shadowDatabaseUrl)
      return patch(await new PrismaPg({ connectionString: datasource.shadowDatabaseUrl }).connect());
    const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
    const shadowUrl = new URL(url);
    shadowUrl.pathname = `/${name}`;
    const main = await this.connect();
    await main.executeScript(`CREATE DATABASE "${name}"`);
    const adapter = patch(await new PrismaPg({ connectionString: shadowUrl.toString() }).connect());
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await main.executeScript(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    };
    return adapter;
  }
}
const factory = bindMigrationAwareSqlAdapterFactory(new MigrationPg({ connectionString: url }));
// One engine per request, because an engine returns its shadow-database factory only once.
const engine = () =>
  bg.SchemaEngine.new(
    { datamodels: datamodelFiles.length ? datamodelFiles.map((f) => [f, readFileSync(f, "utf8")]) : undefined },
    () => {},
    factory,
  );

async function call(method, params) {
  if (method === "createDatabase") return createDatabase(params?.datasource?.url ?? url);
  const e = await engine();
  if (method === "getDatabaseVersion") return e.version(params);
  if (method === "dbExecute") {
    await e.dbExecute(params);
    return {};
  }
  if (method === "reset") {
    await e.reset(params);
    return {};
  }
  if (method === "diff") {
    const result = await e.diff(params);
    // As the native engine, which prints through a host call.
    if (result.stdout != null)
      process.stdout.write(
        `${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "print", params: { content: result.stdout } })}\n`,
      );
    return { exitCode: result.exitCode };
  }
  // In these two calls the WASM engine cannot open a shadow database if there are migrations to replay ("must be
  // provided through an external factory"). `diff` can.
  if (method === "createMigration" || method === "evaluateDataLoss") {
    const { migrationsList, schema, filters } = params;
    const from = migrationsList.migrationDirectories.length
      ? { tag: "migrations", ...migrationsList }
      : { tag: "empty" };
    const { stdout } = await e.diff({
      from,
      to: { tag: "schemaDatamodel", ...schema },
      script: true,
      exitCode: null,
      filters,
    });
    const script = stdout ?? "";
    const statements = script
      .split(/;\s*$/m)
      .map((q) => q.replace(/^--.*$/gm, "").trim())
      .filter(Boolean);
    if (method === "createMigration") {
      const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
      const slug = params.migrationName
        .trim()
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "_")
        .slice(0, 200);
      return {
        connectorType: "postgresql",
        generatedMigrationName: slug ? `${stamp}_${slug}` : stamp,
        migrationScript: statements.length || params.draft ? script : null,
        extension: "sql",
      };
    }
    const warnings = statements
      .filter((q) => /\bDROP (TABLE|COLUMN)\b/.test(q))
      .map((q, stepIndex) => ({ stepIndex, message: `Data may be lost: ${q}` }));
    return { migrationSteps: statements.length, unexecutableSteps: [], warnings };
  }
  return (await e[method](params)) ?? {};
}

// Requests run one at a time, and their connections are closed after each: an idle session would keep the migration
// advisory lock.
async function serve(method, params) {
  try {
    return await call(method, params);
  } finally {
    for (const adapter of open) {
      open.delete(adapter);
      await adapter.dispose();
    }
  }
}
let queue = Promise.resolve();
const pending = new Set();
const rl = createInterface({ input: process.stdin });
rl.on("line", (line) => {
  if (!line.trim()) return;
  const request = JSON.parse(line);
  if (!request.method) return; // reply to our own "print" call
  queue = queue.catch(() => {}).then(() => serve(request.method, request.params));
  const job = queue
    .then(
      (result) => ({ jsonrpc: "2.0", id: request.id, result: result ?? null }),
      (error) => {
        if (process.env.SCHEMA_ENGINE_DEBUG) console.error(error, panic);
        const message = panic ?? error?.message ?? String(error);
        return {
          jsonrpc: "2.0",
          id: request.id,
          error: {
            code: 4466,
            message: "An error happened. Check the data field for details.",
            data: { is_panic: Boolean(panic), message, meta: error?.meta ?? null, error_code: error?.code ?? null },
          },
        };
      },
    )
    .then((reply) => {
      process.stdout.write(`${JSON.stringify(reply)}\n`);
    });
  pending.add(job);
  job.finally(() => pending.delete(job));
});
rl.on("close", async () => {
  await Promise.allSettled([...pending]);
  process.exit(0);
});
