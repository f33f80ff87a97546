// Static checks of the sources.
import { availableParallelism } from "node:os";
import { generateClient, installPackages, turbo } from "./prepare.mjs";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

const project = (program, ...args) => command(program, args, { cwd: inProject(), env: environment() });

const checks = {
  // Several checkers in one process each build the same types, so one process per CPU is faster than four checkers.
  Types: () =>
    Promise.all([
      turbo("typecheck", "--continue", `--concurrency=${availableParallelism()}`, "--", "--checkers", "1"),
      project("tsc", "-p", "scripts"),
    ]),
  "Lint and format": () => project("biome", "ci", "--colors=off", "--diagnostic-level=warn", "--error-on-warnings"),
  Boundaries: () => project("depcruise", "--config", ".dependency-cruiser.mjs", "apps", "packages", "prisma", "e2e"),
  "Dead code": () => project("knip"),
};

/** Runs all checks and prints their findings. Returns 1 when a check has any. */
export async function check() {
  await installPackages();
  await generateClient();
  let failed = 0;
  for (const [title, work] of Object.entries(checks)) {
    await phase(title, work).catch((error) => {
      failed = 1;
      process.stderr.write(`${error.message}\n`);
    });
  }
  return failed;
}
