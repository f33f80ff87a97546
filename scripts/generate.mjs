// `npm run generate`: writes every generated file anew, and names those that have changed.
import { execFileSync } from "node:child_process";
import { generateClient, installPackages } from "./prepare.mjs";
import { command, foreground, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

/** Prisma's client is made of these. */
const SCHEMA = { writer: "prisma/tools/schema/main.ts", files: ["prisma/schema"] };

/** The writers of generated files, in the order in which one needs the other. */
const WRITERS = [
  { writer: "prisma/tools/describe/main.ts", files: ["prisma/src/statements"] },
  { writer: "apps/api/src/openapi/write.ts", files: ["docs/openapi.json", "docs/operator-openapi.json"] },
  { writer: "packages/sdk/generator/write.ts", files: ["packages/sdk/src/api"] },
  { writer: "packages/cli/generator/write.ts", files: ["packages/cli/api/commands.json"] },
  {
    writer: "packages/bench/src/tofu/write.ts",
    files: [
      "integrations/opentofu/resources.json",
      "integrations/opentofu/spellings.json",
      "integrations/opentofu/internal/provider/time_zones.json",
      "docs/opentofu-reference.md",
    ],
  },
];

/** Tests that compare a document with what they find, and write it when they are told to update it. */
const DOCUMENTS = [
  { test: "packages/contract/src/declaration/roles.test.ts", files: ["docs/roles.md"] },
  { test: "packages/contract/src/declaration/effects.test.ts", files: ["docs/effects.md"] },
  { test: "apps/api/test/request/round-trips.test.ts", files: ["docs/round-trips.md"] },
];

/** @returns the exit code */
export async function generate(args) {
  if (args.length > 0) throw new Error("Use: npm run generate");
  await installPackages();
  const options = { cwd: inProject(), env: environment() };
  const write = ({ writer, files }) => phase(files[0], () => command("node", [inProject(writer)], options));
  await write(SCHEMA);
  await generateClient();
  for (const one of WRITERS) await write(one);
  const code = await writeDocuments(options);
  const changed = changedAmong([SCHEMA, ...WRITERS, ...DOCUMENTS].flatMap(({ files }) => files));
  process.stdout.write(changed === "" ? "\nNothing has changed.\n" : `\nRead the differences of these:\n${changed}\n`);
  return code;
}

async function writeDocuments({ cwd, env }) {
  const { openThrowawayDatabase } = await import("./database.mjs");
  const database = await openThrowawayDatabase({ inMemory: true });
  try {
    const tests = DOCUMENTS.map(({ test }) => test);
    return await foreground("vitest", ["run", ...tests, "-u"], { cwd, env: { ...env, DATABASE_URL: database.url } });
  } finally {
    await database.release();
  }
}

function changedAmong(files) {
  return execFileSync("git", ["status", "--short", "--", ...files], { cwd: inProject(), encoding: "utf8" }).trimEnd();
}
