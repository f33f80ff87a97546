// What each process of the product is started with.
import { inProject } from "./project.mjs";

const next = inProject("apps/console/node_modules/next/dist/bin/next");
/** Says where requests come from, before Next reads them (docs/adr/0025). */
const consoleEntry = inProject("apps/console/src/entry/main.ts");

/** A server of ours; it gets its settings through its environment. */
const server =
  (main) =>
  (_, { reload = false } = {}) => ({
    args: [...(reload ? ["--watch", "--watch-preserve-output"] : []), inProject(main)],
    env: {},
  });

/**
 * The arguments to node, and what the process wants in its environment besides the configuration. With `reload` a
 * process takes up changed sources by itself: Node starts it anew when a file that it has imported is saved, and Next
 * compiles the page that is looked at.
 */
export const programs = {
  api: server("apps/api/src/main.ts"),
  worker: server("apps/worker/src/main.ts"),
  "object-store": server("apps/object-store/src/main.ts"),
  console: ({ host, consolePort, dataDir, masterKeyFile }, { reload = false } = {}) => ({
    args: [
      "--import",
      consoleEntry,
      next,
      reload ? "dev" : "start",
      inProject("apps/console"),
      "--hostname",
      host,
      "--port",
      String(consolePort),
    ],
    // Bundled code does not know where the project is, which relative paths begin from.
    env: {
      NODE_ENV: reload ? "development" : "production",
      FULMAR_DATA_DIR: dataDir,
      FULMAR_MASTER_KEY_FILE: masterKeyFile,
    },
  }),
};
