import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@fulmar/prisma/server";
import { until } from "./product.ts";

const run = promisify(execFile);
const TOOLS = join(import.meta.dirname, "../../../.fulmar/tools");
const VERSION = "1.8.0";
const MODULE = `github.com/versity/versitygw@v${VERSION}`;
const START_MS = 20_000;

/** Where versitygw gives a finished file its name. Its bytes and attributes are in the file by then. */
const LINKING = "backend/posix/with_otmpfile.go";
/**
 * Syncs the file before it gets its name, and the folder afterwards: what versitygw would have to do for an answered
 * PUT to outlive a power failure.
 */
const SYNCS = [
  [
    "	objPath := filepath.Join(tmp.bucket, tmp.objname)\n\n	dir := filepath.Dir(objPath)\n\n	err := backend.MkdirAll",
    '	if err := tmp.f.Sync(); err != nil {\n		return fmt.Errorf("sync tmpfile: %w", err)\n	}\n\n',
  ],
  ["		dirf.Close()\n		if errors.Is(err, syscall.ENOENT)", "		if err == nil {\n			err = dirf.Sync()\n		}\n"],
] as const;

/** A running versitygw over a folder. */
export interface Versitygw {
  readonly endpoint: string;
  readonly pid: number;
}

/**
 * A versitygw, built once from its Go module.
 * @param syncs whether it is built with the fsyncs that it leaves out
 * @returns the path of the program; undefined where there is no Go
 */
export async function buildVersitygw(syncs: boolean): Promise<string | undefined> {
  const built = join(TOOLS, `versitygw-${VERSION}${syncs ? "-syncs" : ""}`);
  if (existsSync(built)) return built;
  if ((await run("go", ["version"]).catch(() => undefined)) === undefined) return undefined;
  const { stdout } = await run("go", ["mod", "download", "-json", MODULE]);
  const { Dir: source }: { Dir: string } = JSON.parse(stdout);
  await mkdir(TOOLS, { recursive: true });
  const folder = await mkdtemp(join(TOOLS, "versitygw-"));
  try {
    const copy = join(folder, "source");
    await cp(source, copy, { recursive: true });
    await run("chmod", ["-R", "u+w", copy]);
    if (syncs) await addSyncs(copy);
    const program = join(folder, "versitygw");
    await run("go", ["build", "-o", program, "./cmd/versitygw"], { cwd: copy, maxBuffer: 2 ** 26 });
    await rename(program, built);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return built;
}

async function addSyncs(source: string): Promise<void> {
  const file = join(source, LINKING);
  let text = await readFile(file, "utf8");
  for (const [place, sync] of SYNCS) {
    if (text.split(place).length !== 2) throw new Error(`${LINKING} of ${MODULE} is not as it was: look at it again.`);
    text = text.replace(place, () => sync + place);
  }
  await writeFile(file, text);
}

/** Starts it over a folder, whose folders are its buckets. The caller ends its process. */
export async function startVersitygw(
  program: string,
  folder: string,
  key: { readonly accessKeyId: string; readonly secret: string },
): Promise<Versitygw> {
  const port = await freePort();
  const child = spawn(
    program,
    ["-q", "--port", `127.0.0.1:${port}`, "--access", key.accessKeyId, "--secret", key.secret, "posix", folder],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error("versitygw did not start");
  const endpoint = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(endpoint).catch(() => null)) !== null, "versitygw to listen", START_MS);
  return { endpoint, pid };
}
