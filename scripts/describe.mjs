// `npm run describe`: writes the types of every SQL statement (docs/adr/0029). With `-- --check` it only checks that
// they are up to date.
import { generateClient, installPackages } from "./prepare.mjs";
import { foreground } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

export async function describe(args) {
  await installPackages();
  await generateClient();
  return foreground("node", [inProject("prisma/tools/describe/main.ts"), ...args], {
    cwd: inProject(),
    env: environment(),
  });
}
