// Prerequisites of every task: installed packages, Prisma's generated client, the built console.
import { readdirSync } from "node:fs";
import { once } from "./once.mjs";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

export async function installPackages() {
  const members = ["packages", "apps"].flatMap((folder) =>
    readdirSync(inProject(folder)).map((name) => `${folder}/${name}/package.json`),
  );
  const manifests = [
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "package.json",
    "prisma/package.json",
    "e2e/package.json",
    ...members,
  ];
  await once("node_modules/.fulmar-installed", manifests, () =>
    phase("Packages", () => project("pnpm", ["install", "--frozen-lockfile", "--reporter=append-only"])),
  );
}

export async function generateClient() {
  await once(
    "prisma/generated/.fulmar-generated",
    ["prisma/schema", "prisma/prisma.config.ts", "prisma/package.json"],
    () => phase("Database client", () => turbo("generate")),
  );
}

/** Turbo runs what has changed and takes the rest from its cache. */
export function turbo(...args) {
  return project("turbo", ["run", "--output-logs=errors-only", ...args]);
}

function project(program, args) {
  return command(program, args, { cwd: inProject(), env: environment() });
}

/** Builds the documentation, which `npm run dev` serves as it was built. */
export async function buildDocumentation() {
  await phase("Documentation", () => turbo("build", "--filter=@fulmar/docs"));
}

export async function build() {
  await installPackages();
  await generateClient();
  await phase("Build", () => turbo("build"));
}
