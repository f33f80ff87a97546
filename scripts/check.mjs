// Static checks of the sources.
import { runJobs } from "./jobs.mjs";
import { generateClient, installPackages } from "./prepare.mjs";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

const run = (program, ...args) => command(program, args, { cwd: inProject(), env: environment() });

/** Each file is checked in one program: those that use the DOM apart, because there its types are global. */
const types = (project) => run("tsc", "-p", project, "--checkers", "1");

const checks = {
  "Types of Node": () => types("tsconfig.node.json"),
  "Types of browsers": async () => {
    const web = inProject("apps/console");
    await command(`${web}/node_modules/.bin/next`, ["typegen"], { cwd: web, env: environment() });
    await types("tsconfig.web.json");
  },
  "Lint and format": () => run("biome", "ci", "--colors=off", "--diagnostic-level=warn", "--error-on-warnings"),
  Boundaries: () => run("depcruise", "--config", ".dependency-cruiser.mjs", "apps", "packages", "prisma", "e2e"),
  "Dead code": () => run("knip"),
};

/**
 * The checks as jobs, which need the installed packages and the database client. Each prints and throws its findings.
 */
export function checkJobs(needs = []) {
  return Object.entries(checks).map(([title, work]) => ({ title, cpus: 1, needs, work: () => reported(title, work) }));
}

async function reported(title, work) {
  try {
    await phase(title, work);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    throw error;
  }
}

/** Runs all checks. Returns 1 when a check has findings. */
export async function check() {
  await installPackages();
  await generateClient();
  const outcomes = await runJobs(checkJobs());
  return [...outcomes.values()].some(({ error }) => error !== undefined) ? 1 : 0;
}
