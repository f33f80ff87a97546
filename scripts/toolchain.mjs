// Installs the pinned Node and pnpm from the npm registry. Runs under the system's Node, so it uses only old language
// features.
import { existsSync } from "node:fs";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (major < 20)
  refuse(
    `Fulmar needs Node 20 or later to install itself, and this is Node ${process.versions.node}: ` +
      "install a newer one from https://nodejs.org.",
  );
try {
  await phase("Toolchain", () =>
    command("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], {
      cwd: inProject("toolchain"),
      env: environment(),
    }),
  );
} catch (error) {
  refuse(error.message);
}
// The registry has Node packages only for Linux. Elsewhere the system's Node runs everything and must support
// TypeScript.
if (!existsSync(inProject("toolchain/node_modules/.bin/node")) && (major < 22 || (major === 22 && minor < 18))) {
  refuse(
    `Fulmar needs Node 22.18 or later on ${process.platform} ${process.arch}, and this is Node ` +
      `${process.versions.node}: install a newer one from https://nodejs.org.`,
  );
}
