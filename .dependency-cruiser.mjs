// Who may import whom (docs: CONTRIBUTING.md, "Imports go one way"). A package that is not listed for another may not
// be imported by it.
const folders = {
  config: "packages/config",
  http: "packages/http",
  contract: "packages/contract",
  core: "packages/core",
  engine: "packages/engine",
  providers: "packages/providers",
  prisma: "prisma",
  trpc: "packages/trpc",
  testkit: "packages/testkit",
  bench: "packages/bench",
  cli: "packages/cli",
  api: "apps/api",
  objectStore: "apps/object-store",
  worker: "apps/worker",
  console: "apps/console",
  e2e: "e2e",
};

const mayImport = {
  config: [],
  http: [],
  contract: [],
  prisma: ["contract"],
  engine: ["contract", "prisma"],
  providers: ["contract", "prisma"],
  core: ["contract", "prisma", "engine", "providers"],
  trpc: ["contract", "core", "prisma"],
  api: ["contract", "core", "http", "prisma"],
  objectStore: ["contract", "core", "http", "prisma"],
  worker: ["core", "engine", "http", "providers", "prisma"],
  console: ["contract", "core", "trpc", "prisma"],
  cli: ["contract", "core", "prisma"],
  testkit: ["contract", "core", "engine", "providers", "prisma"],
  bench: Object.keys(folders),
  e2e: ["contract"],
};

/** Tests and what only they use: vm-states.test.ts, test-bed.ts, test/api-fixture.ts. */
const tests = "(\\.test\\.tsx?|/test-[^/]+\\.ts|/test/.*|/vitest\\.config\\.ts)$";
const sourcesOf = (name) => `^${folders[name]}/`;

const boundaries = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `${name}-imports`,
  comment: `${name} may import ${["config", ...allowed].join(", ")} and nothing else of the project.`,
  severity: "error",
  from: { path: sourcesOf(name), pathNot: tests },
  to: { path: Object.keys(folders).map(sourcesOf), pathNot: [name, "config", ...allowed].map(sourcesOf) },
}));

export default {
  forbidden: [
    ...boundaries,
    {
      name: "contract-is-zod-only",
      comment: "The contract runs in browsers: zod and its own files, nothing of Node.",
      severity: "error",
      from: { path: sourcesOf("contract"), pathNot: tests },
      to: { pathNot: [sourcesOf("contract"), "/zod/"] },
    },
    {
      name: "core-knows-no-transport",
      severity: "error",
      from: { path: sourcesOf("core") },
      to: { path: "/(fastify|@trpc|next|react)/" },
    },
    {
      name: "testkit-is-for-tests",
      severity: "error",
      from: {
        path: "^(apps|packages|prisma)/",
        pathNot: [tests, sourcesOf("testkit"), sourcesOf("bench"), "/vitest\\.[^/]+\\.ts$"],
      },
      to: { path: sourcesOf("testkit") },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    { name: "imports-resolve", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["/generated/", "\\.next/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "apps/console/tsconfig.json" }, // the only one with an alias: @/
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
