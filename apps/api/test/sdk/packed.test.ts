import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { startWorker } from "../worker-fixture.ts";

/** Node binaries of other versions, which `npm run clients` installs. */
const nodes = [process.execPath, ...(process.env.FULMAR_CLIENT_NODES?.split(":") ?? [])];
const sdk = join(import.meta.dirname, "../../../../packages/sdk");
const tsc = join(import.meta.dirname, "../../../../node_modules/.bin/tsc");

/** A project as `npm init` leaves it, and a compiler at its strictest. */
const PROJECT = {
  "package.json": { type: "module", private: true },
  "tsconfig.json": {
    compilerOptions: {
      target: "ES2022",
      module: "NodeNext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      skipLibCheck: false,
      types: [],
    },
  },
  // The stranger has no @types/node either.
  "process.d.ts": "declare const process: { readonly argv: readonly string[] };\n",
};

let api: Api;
let baseUrl: string;
let stopWorker: () => Promise<void>;
const run = (program: string, args: readonly string[], cwd: string) =>
  execFileSync(program, args, { cwd, stdio: "pipe" });
const project = mkdtempSync(join(tmpdir(), "fulmar-stranger-"));
beforeAll(async () => {
  run("pnpm", ["pack", "--pack-destination", project], sdk);
  api = await startApi();
  stopWorker = startWorker(api);
  baseUrl = `http://127.0.0.1:${(await api.listen()).port}/v1`;
});
afterAll(async () => {
  await stopWorker();
  await api.close();
  rmSync(project, { recursive: true });
});

test("the packed SDK compiles strictly and runs in an empty project", async () => {
  const [archive = ""] = readdirSync(project);
  for (const [name, content] of Object.entries(PROJECT))
    writeFileSync(join(project, name), typeof content === "string" ? content : JSON.stringify(content));
  cpSync(join(import.meta.dirname, "stranger"), project, { recursive: true });
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${archive}`], project);
  expect(readdirSync(join(project, "node_modules/@fulmar"))).toEqual(["sdk"]);
  run(tsc, ["-p", "."], project);

  for (const node of nodes) {
    const workspace = await api.createTenant();
    const story = spawn(node, ["story.js", baseUrl, workspace.token, workspace.workspaceId], { cwd: project });
    const [output, errors] = await Promise.all([text(story.stdout), text(story.stderr)]);
    expect(errors).toBe("");
    expect(JSON.parse(output)).toEqual({
      record: ["operation_id", "vm_id", "status", "submitted_at"],
      operation: ["create", "succeeded", "delete", "succeeded"],
      status: "running",
      steps: true,
      names: ["other", "stranger"],
      refused: [409, "vm_deleted", true],
      invalid: ["name"],
      failed: "failed",
      site: true,
    });
  }
}, 300_000);

test("its code is small", () => {
  const dist = join(sdk, "dist");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const code = execFileSync("cat", files, { cwd: dist });
  expect(gzipSync(code).length).toBeLessThan(12_000);
});
