// Who may import whom (docs: CONTRIBUTING.md, "Imports go one way"). A package that is not listed for another may not
// be imported by it.
const folders = {
  config: "packages/config",
  http: "packages/http",
  contract: "packages/contract",
  edgeProtocol: "packages/edge-protocol",
  imageFiles: "packages/image-files",
  libvirtRpc: "packages/libvirt-rpc",
  ovsdb: "packages/ovsdb",
  tracing: "packages/tracing",
  core: "packages/core",
  engine: "packages/engine",
  providers: "packages/providers",
  prisma: "prisma",
  trpc: "packages/trpc",
  testkit: "packages/testkit",
  bench: "packages/bench",
  sdk: "packages/sdk",
  cli: "packages/cli",
  docs: "packages/docs",
  admin: "packages/admin",
  api: "apps/api",
  objectStore: "apps/object-store",
  edge: "apps/edge",
  worker: "apps/worker",
  console: "apps/console",
  e2e: "e2e",
};

const mayImport = {
  config: [],
  tracing: [],
  http: ["tracing"],
  contract: [],
  edgeProtocol: ["contract"],
  imageFiles: ["contract"],
  libvirtRpc: [],
  ovsdb: [],
  prisma: ["contract", "tracing"],
  engine: ["contract", "prisma", "tracing"],
  providers: ["contract", "edgeProtocol", "imageFiles", "libvirtRpc", "ovsdb", "prisma"],
  core: ["contract", "edgeProtocol", "imageFiles", "prisma", "engine", "providers", "tracing"],
  trpc: ["contract", "core", "prisma"],
  api: ["contract", "core", "http", "prisma", "tracing"],
  objectStore: ["contract", "core", "http", "prisma", "tracing"],
  edge: ["contract", "edgeProtocol", "http"],
  worker: ["core", "engine", "http", "providers", "prisma", "tracing"],
  console: ["contract", "cli", "core", "http", "trpc", "prisma", "tracing"],
  sdk: ["contract"],
  cli: ["contract", "sdk"],
  docs: ["contract", "cli", "sdk"],
  admin: ["contract", "core", "prisma"],
  testkit: ["contract", "core", "engine", "providers", "prisma"],
  bench: Object.keys(folders),
  e2e: ["contract"],
};

/** Tests and what only they use: vm-states.test.ts, engine-fixture.ts, test/api-fixture.ts. */
const tests = "(\\.test\\.tsx?|/[^/]+-fixture\\.ts|/test/.*|/vitest\\.config\\.ts)$";
const sourcesOf = (name) => `^${folders[name]}/`;

const boundaries = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `${name}-imports`,
  comment: `${name} may import ${["config", ...allowed].join(", ")} and nothing else of the project.`,
  severity: "error",
  from: { path: sourcesOf(name), pathNot: tests },
  to: { path: Object.keys(folders).map(sourcesOf), pathNot: [name, "config", ...allowed].map(sourcesOf) },
}));

const core = sourcesOf("core") + "src/";

/** The folders of core, from low to high. One imports its own layer and those below it, and nothing of a higher one. */
const layers = [
  ["request"],
  ["query"],
  ["work"],
  ["mail", "settings"],
  ["audit"],
  ["billing"],
  ["tenancy", "cells"],
  ["site"],
  ["edge"],
  ["catalog"],
  ["secret-store", "object-storage", "networking"],
  ["load-balancing", "cdn", "dns"],
  ["block-storage"],
  ["compute"],
  ["recovery"],
  ["images"],
  [
    "metadata",
    "metrics",
    "operations",
    "activity",
    "search",
    "overview",
    "live",
    "events",
    "token",
    "identity",
    "terminal",
  ],
  ["restore", "webhooks", "alerts", "graph", "foresight", "approvals", "diagnosis"],
  ["installation"],
];
const GROUND = 3;
const families = layers.slice(GROUND).flat();
const inFolders = (names) => `${core}(${names.join("|")})/`;

const layerRules = layers.slice(0, -1).map((names, place) => ({
  name: `core-${names.join("-")}-imports-no-higher`,
  comment: `What is above ${names.join(", ")}: ${layers
    .slice(place + 1)
    .flat()
    .join(", ")}, and the files that put core together.`,
  severity: "error",
  from: { path: inFolders(names), pathNot: tests },
  to: { path: [inFolders(layers.slice(place + 1).flat()), `${core}[^/]+$`] },
}));

export default {
  forbidden: [
    ...boundaries,
    ...layerRules,
    {
      name: "core-families-have-layers",
      comment: "Every folder of core stands in one of the layers.",
      severity: "error",
      from: { path: `${core}[^/]+/`, pathNot: inFolders(layers.flat()) },
      to: {},
    },
    {
      name: "core-families-have-faces",
      comment: "A family imports another one by its index.ts alone. The ground is imported by file.",
      severity: "error",
      from: { path: `${core}([^/]+)/`, pathNot: tests },
      to: { path: inFolders(families), pathNot: [`${core}$1/`, `${core}[^/]+/index\\.ts$`] },
    },
    {
      name: "core-is-put-together-of-faces",
      comment:
        "create-core.ts, handlers.ts and the entries of the package import families by their index.ts alone. " +
        "object-store.ts is itself a face: object storage for its server.",
      severity: "error",
      from: { path: `${core}[^/]+$`, pathNot: [tests, `${core}object-store\\.ts$`] },
      to: { path: inFolders(families), pathNot: `${core}[^/]+/index\\.ts$` },
    },
    {
      name: "embedded-store-imports-the-ground",
      comment: "The rows of objects are a room of their own (docs/adr/0135): both sides of object storage use them.",
      severity: "error",
      from: { path: `${core}object-storage/embedded/`, pathNot: tests },
      to: { path: core, pathNot: [`${core}object-storage/embedded/`, inFolders(layers.slice(0, GROUND).flat())] },
    },
    {
      name: "core-folders-without-circles",
      severity: "error",
      scope: "folder",
      from: { path: `${core}[^/]+$` },
      to: { circular: true },
    },
    {
      name: "requests-build-no-provider",
      comment: "Only workers and operators' commands reach sites. Requests ask through a worker (docs/adr/0040).",
      severity: "error",
      from: {
        path: "^(apps|packages)/",
        pathNot: [
          tests,
          `${core}(worker|site/(add-site|host-errands|import-image|operated-site|reseal-site-keys|sites)|restore/(remove|resume)-site|recovery/export-backup)\\.ts$`,
        ],
      },
      to: { path: `${core}work/site-providers\\.ts$` },
    },
    {
      name: "requests-drive-no-region",
      comment: "Only workers have the credentials of regions (docs/adr/0057, docs/adr/0174).",
      severity: "error",
      from: {
        path: "^(apps|packages)/",
        pathNot: [tests, `${core}object-storage/(reseal|remote/(apply-storage|check-regions|count-storage))\\.ts$`],
      },
      to: { path: `${core}object-storage/remote/storage-connections\\.ts$` },
    },
    {
      name: "servers-are-no-operators",
      comment: "API, console and object store have neither the worker's nor the operator's part of core.",
      severity: "error",
      from: { path: ["api", "objectStore", "console"].map(sourcesOf), pathNot: tests },
      to: { path: `${core}(worker|operator)\\.ts$` },
    },
    {
      name: "vms-know-no-tab",
      comment: "The list of VMs and the form load nothing of a VM's page; what they share is in vms/.",
      severity: "error",
      from: { path: `${sourcesOf("console")}src/vms/`, pathNot: `${sourcesOf("console")}src/vms/detail/` },
      to: { path: `${sourcesOf("console")}src/vms/detail/` },
    },
    {
      name: "contract-is-zod-only",
      comment: "The contract runs in browsers: zod and its own files, nothing of Node.",
      severity: "error",
      from: { path: sourcesOf("contract"), pathNot: tests },
      to: { pathNot: [sourcesOf("contract"), "/zod/"] },
    },
    {
      name: "sdk-stands-alone",
      comment: "Strangers install the SDK without the workspace. Only its generator reads the contract.",
      severity: "error",
      from: { path: `${sourcesOf("sdk")}src/`, pathNot: tests },
      to: { pathNot: `${sourcesOf("sdk")}src/` },
    },
    {
      name: "cli-starts-quickly",
      comment: "Only its generator reads the contract, which would double the time that a command takes to start.",
      severity: "error",
      from: { path: `${sourcesOf("cli")}src/`, pathNot: tests },
      to: { path: sourcesOf("contract") },
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
      comment: "Not of types either: who reads one file of a circle has to read the others.",
      from: {},
      to: { circular: true },
    },
    { name: "imports-resolve", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["/generated/", "\\.next/", "/dist/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "apps/console/tsconfig.json" }, // the only one with an alias: @/
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
