// `npm start` and `npm run dev`: run the whole product in the foreground, until a signal or until one of its processes
// ends again and again.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { logLines } from "./log-lines.mjs";
import { panel } from "./panel.mjs";
import { build, buildDocumentation, generateClient, installPackages } from "./prepare.mjs";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";
import { releaseAll } from "./release-all.mjs";
import { startServices } from "./services.mjs";

/** With `reload`, only the documentation is built, and processes reload changed sources. */
export async function start({ reload = false } = {}) {
  const begun = performance.now();
  const stop = stopRequest();
  await installPackages();
  const { loadConfiguration, loadStartConfiguration } = await import("../packages/config/src/index.ts");
  const { claimDataFolder, checkPort } = await import("./instance.mjs");
  const { migrateDatabase, openDatabase } = await import("./database.mjs");
  const wanted = loadStartConfiguration();
  const cleanUp = [];
  let allReleased = false;
  try {
    cleanUp.unshift(claimDataFolder(wanted));
    await checkPort("API_PORT", wanted.host, wanted.apiPort);
    await checkPort("CONSOLE_PORT", wanted.host, wanted.consolePort);
    await checkPort("OBJECT_STORE_PORT", wanted.host, wanted.objectStorePort);
    await checkPort("API_METRICS_PORT", wanted.metricsHost, wanted.apiMetricsPort);
    if (reload) {
      await generateClient();
      await buildDocumentation();
    } else await build();
    const database = await phase("Database", () => openDatabase(wanted));
    cleanUp.unshift(database);
    await phase("Migrations", () => migrateDatabase(database));
    const configuration = loadConfiguration({
      ...process.env,
      DATABASE_URL: database.requestUrl,
      FULMAR_WORKER_URL: database.workerUrl,
    });
    const env = resolvedEnvironment(configuration);
    await phase(configuration.environment === "development" ? "Development data" : "Products", () =>
      seed({ ...env, DATABASE_URL: database.url }),
    );
    stop.throwIfAborted();
    const log = logLines(configuration.environment);
    const services = startServices(configuration, env, log.write, { reload });
    cleanUp.unshift(services);
    const end = Promise.race([services.ended, database.ended, asked(stop)]);
    const ready = phase("API, worker, object store, console", () => services.ready).then(() => true);
    if ((await Promise.race([ready, end])) === true) {
      log.open();
      process.stdout.write(panel(configuration, credentials(configuration), performance.now() - begun));
    }
    const why = await end;
    if (!stop.aborted) throw new Error(why);
  } finally {
    allReleased = await releaseAll(cleanUp);
    if (stop.aborted) process.stderr.write("  Fulmar stopped.\n");
  }
  return allReleased ? 0 : 1;
}

/** Passes every setting through the environment, resolved, so that the processes need not resolve it again. */
function resolvedEnvironment(configuration) {
  return environment({
    DATABASE_URL: configuration.databaseUrl,
    FULMAR_OWNER_URL: "",
    FULMAR_DATA_DIR: configuration.dataDir,
    FULMAR_SECRET: configuration.secrets[0],
    FULMAR_OTHER_SECRET: configuration.secrets[1],
    FULMAR_MASTER_KEY_FILE: configuration.masterKeyFile,
    FULMAR_PUBLIC_API_URL: configuration.publicApiUrl,
    FULMAR_PUBLIC_CONSOLE_URL: configuration.publicConsoleUrl,
    FULMAR_PUBLIC_OBJECT_STORE_URL: configuration.publicObjectStoreUrl,
    FULMAR_PUBLIC_CDN_URL: configuration.publicCdnUrl,
  });
}

function seed(env) {
  return command(process.execPath, [inProject("packages/admin/src/main.ts"), "seed", "--laptop-edge"], {
    cwd: inProject(),
    env,
  });
}

function credentials({ environment: kind, dataDir }) {
  return kind === "development" ? JSON.parse(readFileSync(join(dataDir, "dev-credentials.json"), "utf8")) : undefined;
}

function asked(stop) {
  return new Promise((resolve) => {
    stop.addEventListener("abort", () => resolve("Stopped."), { once: true });
  });
}

/** Returns a signal that is aborted by the first stop signal, or when the npm that started us has ended. */
function stopRequest() {
  const stop = new AbortController();
  const request = (why) => stop.abort(new Error(why));
  // Closing a terminal sends SIGHUP. Without a terminal, as under nohup, it is ignored.
  for (const signal of ["SIGINT", "SIGTERM", ...(process.stdout.isTTY ? ["SIGHUP"] : [])])
    process.on(signal, () => request(`Stopped by ${signal}.`));
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined) {
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
    }, 500).unref();
  }
  return stop.signal;
}
