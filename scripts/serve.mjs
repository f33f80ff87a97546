// `npm run api`, `npm run worker`, `npm run object-store`, `npm run console`, `npm run edge`: run one process of the
// product, for installations on several machines.
import { build, generateClient, installPackages } from "./prepare.mjs";
import { programs } from "./programs.mjs";
import { foreground } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

/** Runs it until a signal. DATABASE_URL must name a database that `npm run migrate` has prepared; an edge has none. */
export async function serve(name) {
  await installPackages();
  await (name === "console" ? build() : generateClient());
  const { loadConfiguration, loadEdgeConfiguration } = await import("../packages/config/src/index.ts");
  const { args, env } = programs[name](name === "edge" ? loadEdgeConfiguration() : loadConfiguration());
  return foreground(process.execPath, args, { cwd: inProject(), env: environment(env) });
}
