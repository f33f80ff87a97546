// The start command of each process of the product.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "./project.mjs";

/** No process gets the login of another. */
const OWN_LOGIN_ONLY = { FULMAR_OWNER_URL: "", FULMAR_WORKER_URL: "" };
/** An edge knows no database. */
const NO_DATABASE = { DATABASE_URL: "", FULMAR_LISTEN_URL: "" };

const watching = (reload) => (reload ? ["--watch", "--watch-preserve-output"] : []);

/** One of our servers, configured by its environment. */
const server =
  (main) =>
  (_, { reload = false } = {}) => ({
    args: [...watching(reload), inProject(main)],
    env: OWN_LOGIN_ONLY,
  });

/**
 * The arguments to node, and environment variables besides the configuration. With `reload`, changed sources take
 * effect: Node restarts a process when a file that it imported is saved, and Next compiles the page being viewed. The
 * console does both, because Node loads the domain there, too.
 */
export const programs = {
  api: server("apps/api/src/main.ts"),
  worker: (configuration, options) => ({
    ...server("apps/worker/src/main.ts")(configuration, options),
    env: { DATABASE_URL: configuration.workerUrl ?? configuration.databaseUrl, ...OWN_LOGIN_ONLY },
  }),
  "object-store": server("apps/object-store/src/main.ts"),
  edge: () => ({ args: [inProject("apps/edge/src/main.ts")], env: { ...NO_DATABASE, ...OWN_LOGIN_ONLY } }),
  "laptop-edge": ({ dataDir, apiPort, publicCdnUrl }) => ({
    args: [inProject("apps/edge/src/main.ts")],
    env: {
      ...{ ...NO_DATABASE, FULMAR_SECRET: "", FULMAR_OTHER_SECRET: "", ...OWN_LOGIN_ONLY },
      FULMAR_EDGE_API_URL: `http://127.0.0.1:${apiPort}`,
      FULMAR_EDGE_TOKEN: readFileSync(join(dataDir, "edge/token"), "utf8"),
      FULMAR_EDGE_DIR: join(dataDir, "edge"),
      FULMAR_EDGE_ADDRESSES: "loopback",
      FULMAR_PUBLIC_CDN_URL: publicCdnUrl,
    },
  }),
  console: (configuration, options) =>
    server(`apps/console/src/${options?.reload ? "entry/development.ts" : "main.ts"}`)(configuration, options),
};
