import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { scriptOf, shellBlocks } from "@fulmar/docs/shell-blocks";
import { remainsOf, until } from "@fulmar/testkit/stack";
import { operatorToken } from "./operator-token.ts";
import { Product } from "./product.ts";
import { senderTo } from "./sender-to.ts";
import { timedStep } from "./story.ts";
import type { Workbench } from "./tofu/configuration.ts";
import { liveMore, liveStack } from "./tofu/examples.ts";
import { liveMany } from "./tofu/many.ts";
import { buildProvider, goVersion, openTofu } from "./tofu/programs.ts";

/**
 * Builds the OpenTofu provider and has a real OpenTofu use it with an installation of its own: a whole stack is created,
 * changed, imported and destroyed, then two hundred resources. Exit code 1 when anything deviates or is left behind.
 * Where there is no Go, it says so and does nothing.
 *
 * npm run tofu
 * npm run tofu -- --program /usr/bin/terraform    that program in place of OpenTofu
 */
/** Pages of the documentation with blocks that need OpenTofu. */
const PAGES = ["docs/start/opentofu.md", "docs/guides/golden-images.md"];

const [flag, program, ...rest] = process.argv.slice(2);
if (flag !== undefined && (flag !== "--program" || program === undefined || rest.length > 0))
  throw new Error("There is one option: --program and the path of OpenTofu or Terraform.");

const version = await goVersion();
if (version === undefined) console.log("Skipped: the provider is written in Go, and there is no `go` in PATH.");
else await walk(program ?? (await openTofu()));

async function walk(program: string): Promise<void> {
  const product = await Product.install();
  const folder = await mkdtemp(join(tmpdir(), "fulmar-tofu-"));
  try {
    const { url } = await product.startService({
      // The limits of an installation as they are by default: the provider has to wait where they say so.
      ...{ FULMAR_RATE_LIMIT: "100", FULMAR_RATE_BURST: "200" },
      // Listeners may have domains. The worker asks no authority for certificates.
      FULMAR_ACME_DIRECTORY: "https://acme.example.com/directory",
    });
    product.startWorker();
    const environment = {
      FULMAR_API_URL: url,
      FULMAR_TOKEN: product.token,
      FULMAR_WORKSPACE: product.workspaceId,
      FULMAR_OPERATOR_TOKEN: await operatorToken(product.database, "development"),
      TF_CLI_CONFIG_FILE: join(folder, "cli.tofurc"),
    };
    const binaries = await buildProvider(folder);
    await writeFile(
      environment.TF_CLI_CONFIG_FILE,
      `provider_installation {\n  dev_overrides {\n    "fulmar/fulmar" = "${binaries}"\n  }\n  direct {}\n}\n`,
    );
    const bench: Workbench = { program, folder, environment };
    for (const page of PAGES) await timedStep(`${page} does what it says`, () => runPage(bench, page));
    await liveStack(bench, senderTo(url, product));
    await liveMore(bench);
    await liveMany(bench);
    const left = () => remainsOf(product.database, product.workspaceId);
    await timedStep("nothing is left", () =>
      until("nothing to be left", left, (remains) => Object.keys(remains).length === 0),
    );
  } finally {
    await product.stop();
    await rm(folder, { recursive: true });
  }
}

/** Runs the blocks of a page that need OpenTofu, with the program under its usual name. */
async function runPage({ program, folder, environment }: Workbench, page: string): Promise<void> {
  const text = await readFile(join(import.meta.dirname, "../../..", page), "utf8");
  const blocks = shellBlocks(text).filter(({ needs }) => needs === "tofu");
  const cwd = join(folder, "pages", page);
  await mkdir(cwd, { recursive: true });
  await promisify(execFile)("sh", ["-c", `tofu() { "$TOFU" "$@"; }\n${scriptOf(blocks)}`], {
    cwd,
    env: { ...process.env, ...environment, TOFU: program },
  });
}
