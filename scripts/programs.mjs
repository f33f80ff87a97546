// What each process of the product is started with.
import { inProject } from "./project.mjs";

const next = inProject("apps/console/node_modules/next/dist/bin/next");
/** Says where requests come from, before Next reads them (docs/adr/0025). */
const consoleEntry = inProject("apps/console/src/entry/main.ts");

/** The arguments to node, and what the process wants in its environment besides the configuration. */
export const programs = {
  api: () => ({ args: [inProject("apps/api/src/main.ts")], env: {} }),
  worker: () => ({ args: [inProject("apps/worker/src/main.ts")], env: {} }),
  "object-store": () => ({ args: [inProject("apps/object-store/src/main.ts")], env: {} }),
  console: ({ host, consolePort, dataDir, masterKeyFile }) => ({
    args: ["--import", consoleEntry, next, "start", inProject("apps/console"), "--hostname", host, "--port", String(consolePort)],
    // Bundled code does not know where the project is, which relative paths begin from.
    env: { NODE_ENV: "production", FULMAR_DATA_DIR: dataDir, FULMAR_MASTER_KEY_FILE: masterKeyFile },
  }),
};
