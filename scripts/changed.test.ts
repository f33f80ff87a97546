import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { selectTests, sourcesOf } from "./changed.mjs";

const ROOT = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(ROOT, file)));
const sources = sourcesOf(files, (file: string) => readFileSync(join(ROOT, file), "utf8"));
const chosen = (...changed: string[]) => {
  const { tests, operations, lines } = selectTests(changed, sources);
  return { tests: tests ?? "all", operations: operations ?? "all", words: lines.join("\n") };
};

test("a handler of volumes: its family's tests, those that name its table, and its rows of the tables", () => {
  const { tests, operations, words } = chosen("packages/core/src/block-storage/create-volume.ts");
  expect(tests).toContain("apps/api/test/block-storage/volumes.test.ts");
  expect(tests).toContain("apps/api/test/request/strict-bodies.test.ts");
  expect(tests).not.toContain("apps/api/test/cdn/domains.test.ts");
  expect(tests).not.toContain("apps/api/test/secret-store/secrets.test.ts");
  expect(operations).toContain("volume.create");
  expect(operations).not.toContain("secret.create");
  expect(words).toMatch(/Left out: \d+ files of tests, of which \d+ reach the change only where everything/);
});

test("the contract of an operation reaches its family's tests", () => {
  const { tests, operations } = chosen("packages/contract/src/webhooks/webhook.ts");
  expect(tests).toContain("apps/api/test/webhooks/webhooks.test.ts");
  expect(operations).toContain("webhook.create");
});

test("a document reaches the checks of documents", () => {
  const { tests } = chosen("docs/webhooks.md");
  expect(tests).toEqual(["scripts/docs.test.ts", "apps/api/test/guides/guides.test.ts"]);
});

test("a test reaches itself, and a fixture those that use it", () => {
  expect(chosen("apps/api/test/cdn/domains.test.ts").tests).toEqual(["apps/api/test/cdn/domains.test.ts"]);
  const { tests } = chosen("apps/api/test/cdn/cdn-fixture.ts");
  expect(tests).toContain("apps/api/test/cdn/purges.test.ts");
});

test("a removed file reaches what a list of files cannot tell", () => {
  expect(chosen("packages/core/src/removed.ts").tests).toBe("all");
});

describe("everything runs after a change of", () => {
  test.each([
    "pnpm-lock.yaml",
    "packages/core/src/request/door/door.ts",
    "prisma/migrations/20260101000000_init/migration.sql",
  ])("%s", (file) => {
    const { tests, words } = chosen(file);
    expect(tests).toBe("all");
    expect(words).toMatch(/^Every file of tests runs: /);
  });
});

describe("what a file uses", () => {
  /** A small tree: `b` of `face.ts` comes from `b.ts`. */
  const tree: Readonly<Record<string, string>> = {
    "scripts/a.ts": "export const a = 1;",
    "scripts/b.ts": "export const b = 1;\nexport type B = 1;",
    "scripts/face.ts": 'export { a } from "./a.ts";\nexport { b as bee, type B } from "./b.ts";',
    "scripts/a.test.ts": 'import { a } from "./face.ts";',
    "scripts/b.test.ts": 'import {\n  bee,\n} from "./face.ts";',
    "scripts/type.test.ts": 'import type { B } from "./face.ts";\nimport { type B as C } from "./face.ts";',
    "scripts/effect.test.ts": 'await import("./b.ts");',
  };
  const small = sourcesOf(Object.keys(tree), (name: string) => tree[name] ?? "");
  const testsOf = (file: string) => new Set(selectTests([file], small).tests);
  test("through a face, by its own name", () => {
    expect(testsOf("scripts/a.ts")).toEqual(new Set(["scripts/a.test.ts"]));
    expect(testsOf("scripts/b.ts")).toEqual(new Set(["scripts/b.test.ts", "scripts/effect.test.ts"]));
  });
});
