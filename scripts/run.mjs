// Runs the task of a root script under the pinned Node.
import { signalCommands } from "./progress.mjs";

const tasks = {
  start: async () => (await import("./start.mjs")).start(),
  dev: async () => (await import("./start.mjs")).start({ reload: true }),
  build: async () => (await import("./prepare.mjs")).build(),
  install: async () => (await import("./prepare.mjs")).installPackages(),
  check: async () => (await import("./check.mjs")).check(),
  "test-17": async (...args) => (await import("./postgres-17.mjs")).testOn17(args),
  test: async (...args) => (await import("./test.mjs")).test(args),
  "test-time": async (...args) => (await import("./test.mjs")).testTime(args),
  repeat: async (...args) => (await import("./repeat.mjs")).repeat(args),
  fulmar: async (...args) => (await import("./fulmar.mjs")).fulmar(args),
  migrate: async () =>
    (await import("./with-database.mjs")).withEmbeddedDatabase("packages/admin/src/main.ts", ["seed"]),
  generate: async (...args) => (await import("./generate.mjs")).generate(args),
  "new-migration": async (...args) => (await import("./new-migration.mjs")).newMigration(args),
  api: async () => (await import("./serve.mjs")).serve("api"),
  worker: async () => (await import("./serve.mjs")).serve("worker"),
  "object-store": async () => (await import("./serve.mjs")).serve("object-store"),
  edge: async () => (await import("./serve.mjs")).serve("edge"),
  console: async () => (await import("./serve.mjs")).serve("console"),
  bench: async (...args) =>
    (await import("./with-database.mjs")).withThrowawayDatabase("packages/bench/src/bench.ts", args, {}, undefined, {
      syncs: true,
    }),
  idle: async (...args) =>
    (await import("./with-database.mjs")).withThrowawayDatabase("packages/bench/src/idle.ts", args, {}, undefined, {
      syncs: true,
    }),
  dashboards: async (...args) => (await import("./dashboards.mjs")).dashboards(args),
  drill: async (...args) => (await import("./drill.mjs")).drill(args),
  "s3-tests": async (...args) =>
    (await import("./with-database.mjs")).withThrowawayDatabase("packages/bench/src/s3-tests.ts", args),
  ceph: async () => (await import("./ceph.mjs")).ceph(),
  "s3-clients": async (...args) =>
    (await import("./with-database.mjs")).withThrowawayDatabase("packages/bench/src/s3-clients.ts", args),
  adversary: async (...args) => (await import("./adversary.mjs")).adversary(args),
  film: async () => (await import("./film.mjs")).film(),
  release: async (...args) => (await import("./release.mjs")).release(args),
  chart: async () => (await import("./chart.mjs")).checkChart(),
  deployed: async (...args) => (await import("./deployed.mjs")).deployed(args),
  "three-hosts": async () => (await import("./three-hosts.mjs")).threeHosts(),
  site: async (...args) => (await import("./site.mjs")).site(args),
  "cluster-site": async (...args) => (await import("./cluster-site.mjs")).clusterSite(args),
  "kvm-site": async (...args) => (await import("./kvm-site.mjs")).kvmSite(args),
  "kvm-nested": async () => (await import("./kvm-nested.mjs")).kvmNested(),
  stack: async (...args) =>
    (await import("./with-database.mjs")).withThrowawayDatabase("packages/bench/src/stack.ts", args),
  tofu: async (...args) =>
    (await import("./with-database.mjs")).withThrowawayDatabase("packages/bench/src/tofu.ts", args),
  reachability: async (...args) =>
    (await import("./with-database.mjs")).withThrowawayDatabase("packages/bench/src/reachability.ts", args),
  generators: async (...args) =>
    (await import("./with-database.mjs")).withThrowawayDatabase("packages/bench/src/generators.ts", args),
};

const [name = "", ...args] = process.argv.slice(2);
const task = tasks[name];
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    stopped = true;
    signalCommands(signal);
  });
}
// The reader of the output may exit early (`npm start | head`). That must not prevent a graceful stop.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

try {
  if (task === undefined) throw new Error(`There is no task ${name}: it is one of ${Object.keys(tasks).join(", ")}.`);
  process.exitCode = (await task(...args)) ?? 0;
} catch (error) {
  if (!stopped) console.error(isSentence(error) ? error.message : error);
  process.exitCode = stopped && (name === "start" || name === "dev") ? 0 : 1;
}

/** Whether an error was written for the user. Any other error is shown with its stack. */
function isSentence(error) {
  return error?.constructor === Error || error?.name === "ConfigurationError";
}
