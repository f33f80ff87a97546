// The command line: the operators' commands work on the database, all others are clients of the API.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./prepare.mjs";
import { foreground } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";
import { withEmbeddedDatabase } from "./with-database.mjs";

const OPERATORS = ["admin", "migrate", "seed"];

export async function fulmar(args) {
  if (OPERATORS.includes(args.find((word) => !word.startsWith("-"))))
    return withEmbeddedDatabase("packages/admin/src/main.ts", args, { migrated: !isRestore(args) });
  await installPackages();
  return foreground(process.execPath, [inProject("packages/cli/src/main.ts"), ...args], {
    env: environment(developmentConnection()),
  });
}

/** A backup is restored into an empty database. */
function isRestore(args) {
  const [group, name] = args.filter((word) => !word.startsWith("-"));
  return group === "admin" && name === "restore";
}

/** The connection of `npm start`, unless the environment names another API. A `--context` comes before both. */
function developmentConnection() {
  if (process.env.FULMAR_TOKEN || process.env.FULMAR_API_URL) return {};
  const folder = process.env.FULMAR_DATA_DIR || inProject(".fulmar");
  try {
    const { api_url, token, workspace_id } = JSON.parse(readFileSync(join(folder, "dev-credentials.json"), "utf8"));
    const workspace = process.env.FULMAR_WORKSPACE || workspace_id;
    return { FULMAR_API_URL: api_url, FULMAR_TOKEN: token, FULMAR_WORKSPACE: workspace };
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}
