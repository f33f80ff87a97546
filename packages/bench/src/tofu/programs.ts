import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { kept } from "@fulmar/prisma/server";
import { timedStep } from "../story.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../../../..");
export const PROVIDER = join(ROOT, "integrations/opentofu");

/** The release that is built where no `tofu` is installed. */
const VERSION = "1.12.6";
const MODULE = `github.com/opentofu/opentofu@v${VERSION}`;

/** Go's version, or undefined where there is no Go. */
export async function goVersion(): Promise<string | undefined> {
  return answer("go", ["env", "GOVERSION"]);
}

/** Builds the provider, whose own tests `npm test` runs. @returns the folder of its binary */
export async function buildProvider(folder: string): Promise<string> {
  await timedStep("the provider is built", async () => {
    await run("go", ["vet", "./..."], { cwd: PROVIDER });
    await run("go", ["build", "-o", join(folder, "terraform-provider-fulmar"), "."], { cwd: PROVIDER });
  });
  return folder;
}

/**
 * A real OpenTofu: the one that is installed, otherwise one that is built once from its module (some minutes of CPU).
 * `go install` refuses the module because it replaces another, so it is built inside a copy.
 */
export async function openTofu(): Promise<string> {
  if ((await answer("tofu", ["version"])) !== undefined) return "tofu";
  const folder = await kept("opentofu", [VERSION, process.platform, process.arch], (fresh) =>
    timedStep(`OpenTofu ${VERSION} is built, because none is installed`, () => buildTofu(join(fresh, "tofu"))),
  );
  return join(folder, "tofu");
}

async function buildTofu(binary: string): Promise<void> {
  const { stdout } = await run("go", ["mod", "download", "-json", MODULE]);
  const { Dir: source }: { Dir: string } = JSON.parse(stdout);
  const copy = await mkdtemp(join(tmpdir(), "fulmar-tofu-"));
  try {
    await cp(source, copy, { recursive: true });
    await run("chmod", ["-R", "u+w", copy]);
    await run("go", ["build", "-o", binary, "./cmd/tofu"], { cwd: copy, maxBuffer: 2 ** 26 });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The output of a program, or undefined where it does not run. */
async function answer(program: string, args: readonly string[]): Promise<string | undefined> {
  const path = { PATH: [process.env.PATH, "/usr/local/go/bin"].join(delimiter) };
  return run(program, args, { env: { ...process.env, ...path } }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}
