// `npm run release`: lays down what production runs, for this platform, and packs it.
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { basename, dirname, join } from "node:path";
import { build } from "./prepare.mjs";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

/** The packages that run in production. Packages that they depend on follow. */
const PROGRAMS = ["api", "worker", "object-store", "console", "edge", "admin", "cli"];
const FILES = ["LICENSE", "package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "scripts/answers.mjs"];
const FOLDERS = ["apps", "packages", "prisma", "deploy"];
/** Packages and files that only tests and builds need. */
const LEFT_OUT =
  /(^packages\/(bench|testkit|docs)\/|\/(test|e2e|tools\/(describe|schema))\/|\.test\.tsx?$|\/vitest\.config\.ts$)/;

/**
 * Packs `dist/fulmar-<version>-<platform>.tar.gz` with its SHA-256 and its bill of materials.
 * @param args `--version` names the release, else its commit does; `--into` is another folder than dist
 */
export async function release(args) {
  const options = optionsOf(args);
  const changed = await git("status", "--porcelain");
  const { commit, seconds } = await headCommit();
  const version = options.get("--version") ?? `${day(seconds)}-${commit}${changed === "" ? "" : "-changed"}`;
  if (!/^[\w.-]{1,64}$/.test(version)) throw new Error("A version is letters, digits, dots, dashes and underscores.");
  await build();
  const name = `fulmar-${version}-${process.platform}-${process.arch}`;
  const into = options.get("--into") ?? inProject("dist");
  mkdirSync(into, { recursive: true });
  const work = mkdtempSync(join(into, ".release-"));
  try {
    const folder = join(work, name);
    await phase("Files", () => layDown(folder, version));
    await phase("Packages of production", () => installInto(folder));
    await phase("Bill of materials", () => billOfMaterials(folder, { version, commit, seconds }));
    const archive = join(into, `${name}.tar.gz`);
    await phase("Archive", () => pack(folder, archive, seconds));
    copyFileSync(join(folder, "sbom.cdx.json"), join(into, `${name}.cdx.json`));
    const files = [`${name}.tar.gz`, `${name}.cdx.json`];
    const sums = await Promise.all(files.map(async (file) => `${await sha256(join(into, file))}  ${file}\n`));
    writeFileSync(join(into, `${name}.sha256`), sums.join(""));
    process.stdout.write(`${archive}  ${Math.round(statSync(archive).size / 1e6)} MB\n${sums.join("")}`);
    return 0;
  } finally {
    rmSync(work, { recursive: true });
  }
}

function optionsOf(args) {
  const options = new Map();
  for (let index = 0; index < args.length; index += 2) {
    if (!["--version", "--into"].includes(args[index]) || args[index + 1] === undefined)
      throw new Error(`npm run release takes --version VERSION and --into FOLDER, and not ${args[index]}.`);
    options.set(args[index], args[index + 1]);
  }
  return options;
}

async function headCommit() {
  const [commit, seconds] = (await git("log", "-1", "--format=%h %ct")).split(" ");
  return { commit, seconds: Number(seconds) };
}

function day(seconds) {
  return new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll("-", ".");
}

/** Copies the sources that run, what was built, and Node. */
async function layDown(folder, version) {
  const listed = await git("ls-files", "-z", "--cached", "--others", "--exclude-standard", ...FILES, ...FOLDERS);
  for (const file of listed.split("\0").filter((path) => path !== "" && !LEFT_OUT.test(`${path}`)))
    copy(inProject(file), join(folder, file));
  for (const built of ["prisma/generated", "packages/docs/dist"])
    cpSync(inProject(built), join(folder, built), { recursive: true });
  cpSync(inProject("apps/console/.next"), join(folder, "apps/console/.next"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\.next\/(cache|dev|trace|types)(\/|$)/.test(path),
  });
  // Next would need its compiler, which is larger than all else, to read a configuration in TypeScript.
  const nextConfig = join(folder, "apps/console/next.config.ts");
  writeFileSync(nextConfig.replace(/ts$/, "mjs"), stripTypeScriptTypes(readFileSync(nextConfig, "utf8")));
  rmSync(nextConfig);
  copy(process.execPath, join(folder, "bin/node"));
  writeFileSync(join(folder, "VERSION"), `${version}\n`);
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, statSync(from).mode & 0o111 ? 0o755 : 0o644);
}

/** No optional packages: they are the embedded PostgreSQL and compilers. What only developers read is left out. */
async function installInto(folder) {
  await pnpm(folder, "install", "--prod", "--no-optional", "--frozen-lockfile", "--ignore-scripts", "--prefer-offline");
  for (const state of [".modules.yaml", ".pnpm-workspace-state-v1.json"])
    rmSync(join(folder, "node_modules", state), { force: true });
  const named = ["*.map", "*.d.ts", "*.d.mts", "*.d.cts"].flatMap((name) => ["-o", "-name", name]);
  await command("find", [folder, "-type", "f", "(", ...named.slice(1), ")", "-delete"], { env: environment() });
}

/** CycloneDX, written by pnpm from the lock file. Time and number follow from the commit, so that it repeats. */
async function billOfMaterials(folder, { version, commit, seconds }) {
  const file = join(folder, "sbom.cdx.json");
  await pnpm(
    folder,
    "sbom",
    "--sbom-format",
    "cyclonedx",
    "--sbom-type",
    "application",
    "--prod",
    "--no-optional",
    "--lockfile-only",
    "--out",
    file,
  );
  const bill = JSON.parse(readFileSync(file, "utf8"));
  const hash = createHash("sha256").update(`${version} ${commit}`).digest("hex");
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  bill.serialNumber = `urn:uuid:${uuid}`;
  bill.metadata.timestamp = new Date(seconds * 1000).toISOString();
  bill.metadata.component.version = version;
  const node = { type: "application", name: "node", version: process.versions.node };
  bill.components.push({ ...node, purl: `pkg:generic/node@${process.versions.node}`, "bom-ref": "node" });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}

function pnpm(folder, ...args) {
  const filters = PROGRAMS.flatMap((name) => ["--filter", `@fulmar/${name}...`]);
  return command("pnpm", [...args, ...filters], { cwd: folder, env: environment() });
}

/** Sorted, of root, with the time of the commit: the same files give the same archive. */
async function pack(folder, archive, seconds) {
  const tar = [
    ...["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${seconds}`, "--format=gnu"],
    ...["--hard-dereference", "-I", "gzip -n -6", "-cf", archive, "-C", dirname(folder), basename(folder)],
  ];
  await command("tar", tar, { cwd: inProject(), env: environment() });
}

async function sha256(file) {
  const hash = createHash("sha256");
  const stream = createReadStream(file).on("data", (data) => hash.update(data));
  await once(stream, "end");
  return hash.digest("hex");
}

async function git(...args) {
  return (await command("git", args, { cwd: inProject(), env: environment() })).trim();
}
