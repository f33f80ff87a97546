// Runs the shell blocks of the guides in order, each page in one shell and a workspace of its own, against the real
// API, worker, object store, command line and SDK.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptOf, shellBlocks } from "@fulmar/docs/shell-blocks";
import { type ListeningProgram, processUrl, startListening } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, MASTER_KEY, startApi } from "../api-fixture.ts";
import { openShell } from "../cli/cli-fixture.ts";
import { startWorker } from "../worker-fixture.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const SECRET = "a secret of tests, long enough to be one";
const PUBLIC_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTEx reader@laptop";

/** Why blocks with a mark are not run here. */
const SKIPPED: Readonly<Record<string, string>> = {
  installation: "it names the reader's installation",
  registry: "it installs a package from a registry",
  machine: "it logs in to a real machine",
  domain: "it needs a domain",
  edge: "it needs an edge",
  tofu: "`npm run tofu` runs it",
};
/** Marks of blocks that are run where a program is installed. */
const PROGRAMS: ReadonlySet<string> = new Set(["curl", "aws"]);

const pages = ["start", "guides"].flatMap((folder) =>
  readdirSync(join(ROOT, "docs", folder)).map((name) => `docs/${folder}/${name}`),
);

/** The pages whose workspace has a deletion window, which an owner sets in the console. */
const WITH_WINDOW: ReadonlySet<string> = new Set(["docs/guides/deletion.md"]);

let first: Api;
let api: Api;
let apiUrl: string;
let store: ListeningProgram;
let stopWorker: () => Promise<void>;
const folder = mkdtempSync(join(tmpdir(), "fulmar-guides-"));
const shell = openShell(() => ({ FULMAR_API_URL: apiUrl }));

beforeAll(async () => {
  first = await startApi();
  const environment = {
    DATABASE_URL: processUrl(first.databaseUrl, "fulmar_request"),
    FULMAR_DATA_DIR: join(folder, "objects"),
    FULMAR_SECRET: SECRET,
    FULMAR_MASTER_KEY: MASTER_KEY,
    FULMAR_DRAIN_MS: "0",
  };
  store = await startListening(
    join(ROOT, "apps/object-store/src/main.ts"),
    (port) => ({ ...environment, OBJECT_STORE_PORT: String(port) }),
    "the object store listens",
  );
  api = await startApi({
    DATABASE_URL: first.databaseUrl,
    FULMAR_PUBLIC_OBJECT_STORE_URL: `http://127.0.0.1:${store.port}`,
    FULMAR_DEPENDENTS_WAIT_MS: "20000",
  });
  stopWorker = startWorker(api, { FULMAR_PUBLIC_OBJECT_STORE_URL: `http://127.0.0.1:${store.port}` });
  api.answerQuestions();
  apiUrl = `http://127.0.0.1:${(await api.listen()).port}/v1`;
  mkdirSync(join(shell.home, ".ssh"));
  writeFileSync(join(shell.home, ".ssh/id_ed25519.pub"), `${PUBLIC_KEY}\n`);
});

afterAll(async () => {
  await stopWorker();
  store.child.kill();
  await api.close();
  await first.close();
  shell.remove();
  rmSync(folder, { recursive: true });
});

// A guide starts some dozens of programs.
test.each(pages)(
  "%s does what it says",
  async (page) => {
    const blocks = shellBlocks(readFileSync(join(ROOT, page), "utf8"));
    const left = blocks.filter(({ needs }) => needs !== undefined && !isHere(needs));
    for (const { line, needs = "" } of left)
      console.info(`${page}:${line} is not run: ${SKIPPED[needs] ?? `there is no ${needs} here`}.`);
    const script = scriptOf(blocks.filter((block) => !left.includes(block)));
    const { token, workspaceId } = await api.createTenant();
    if (WITH_WINDOW.has(page))
      await api.database.pool.query("UPDATE workspace SET deletion_window_hours = 72 WHERE workspace_id = $1", [
        workspaceId,
      ]);
    const outcome = await shell.run("sh", [], {
      cwd: projectOf(page),
      env: { FULMAR_TOKEN: token, FULMAR_WORKSPACE: workspaceId },
      input: script,
    });
    expect(outcome.code, `${outcome.stdout}\n${outcome.stderr}`).toBe(0);
  },
  240_000,
);

/** An empty folder, in which the SDK is installed. */
function projectOf(page: string): string {
  const project = join(folder, page);
  mkdirSync(join(project, "node_modules/@fulmar"), { recursive: true });
  symlinkSync(join(ROOT, "packages/sdk"), join(project, "node_modules/@fulmar/sdk"));
  return project;
}

/** @throws Error for a mark that neither names a program nor a reason */
function isHere(needs: string): boolean {
  if (SKIPPED[needs] !== undefined) return false;
  if (!PROGRAMS.has(needs)) throw new Error(`no test knows the mark needs=${needs}`);
  try {
    execFileSync("sh", ["-c", `command -v ${needs}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
