import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Product } from "./product.ts";
import { timedStep } from "./story.ts";

/**
 * Others' generators make clients of docs/openapi.json, as strangers use them: installed into an empty folder from the
 * registries. Each client compiles, creates a VM on a running API, waits for it and deletes it. A generator whose
 * registry does not answer is skipped with the reason.
 *
 * npm run generators
 */
const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENT = join(ROOT, "docs/openapi.json");
const STORIES = join(import.meta.dirname, "generators");
const HEY_API = ["@hey-api/openapi-ts@0.99.0", "typescript@6.0.3", "@types/node@24.19.2"];
const PYTHON_CLIENT = ["openapi-python-client==0.29.1", "ruff==0.14.6"];

const run = promisify(execFile);

/** A generator of clients and a program that uses its client. */
interface Generator {
  readonly title: string;
  /** Installs it. Resolves to the reason why this machine cannot, or undefined when it is installed. */
  readonly install: (folder: string) => Promise<string | undefined>;
  readonly generate: (folder: string) => Promise<unknown>;
  readonly runStory: (folder: string, environment: NodeJS.ProcessEnv) => Promise<{ readonly stdout: string }>;
}

const HEY_API_SETTINGS = { input: DOCUMENT, output: { path: "client", module: { extension: ".ts" } } };

/** Strict, but for `exactOptionalPropertyTypes`, under which the generator's own sources do not compile. */
const STRICT = {
  compilerOptions: {
    target: "ES2024",
    module: "preserve",
    moduleResolution: "bundler",
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ["node"],
  },
};

const generators: readonly Generator[] = [
  {
    title: "@hey-api/openapi-ts",
    install: async (folder) => {
      await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(STRICT));
      return reasonOf(run("npm", ["install", "--no-audit", "--no-fund", ...HEY_API], { cwd: folder }));
    },
    generate: async (folder) => {
      const bin = join(folder, "node_modules/.bin");
      await writeFile(join(folder, "openapi-ts.config.mjs"), `export default ${JSON.stringify(HEY_API_SETTINGS)};\n`);
      await run(join(bin, "openapi-ts"), ["-f", "openapi-ts.config.mjs"], { cwd: folder });
      // Named so because it imports what is generated, which no check of this project can resolve.
      await cp(join(STORIES, "story.ts.txt"), join(folder, "story.ts"));
      await run(join(bin, "tsc"), ["-p", "."], { cwd: folder });
    },
    runStory: (folder, env) => run(process.execPath, ["story.ts"], { cwd: folder, env }),
  },
  {
    title: "openapi-python-client",
    install: async (folder) => {
      const missing = await reasonOf(run("python3", ["-m", "venv", join(folder, "venv")]));
      return missing ?? reasonOf(run(join(folder, "venv/bin/pip"), ["install", "--quiet", ...PYTHON_CLIENT]));
    },
    generate: async (folder) => {
      await run(
        join(folder, "venv/bin/openapi-python-client"),
        ["generate", "--path", DOCUMENT, "--meta", "none", "--output-path", "fulmar_client", "--fail-on-warning"],
        { cwd: folder, env: { ...process.env, PATH: `${join(folder, "venv/bin")}:${process.env.PATH}` } },
      );
      await cp(join(STORIES, "story.py"), join(folder, "story.py"));
    },
    runStory: (folder, env) => run(join(folder, "venv/bin/python"), ["story.py"], { cwd: folder, env }),
  },
];

const product = await Product.install();
try {
  const apiUrl = await product.startApi();
  product.startWorker();
  const environment = {
    ...process.env,
    FULMAR_API_URL: apiUrl,
    FULMAR_TOKEN: product.token,
    FULMAR_WORKSPACE: product.workspaceId,
  };
  for (const generator of generators) await tryGenerator(generator, environment);
} finally {
  await product.stop();
}

async function tryGenerator(generator: Generator, environment: NodeJS.ProcessEnv): Promise<void> {
  const { title, install, generate, runStory } = generator;
  const folder = await mkdtemp(join(tmpdir(), "fulmar-generator-"));
  try {
    const missing = await install(folder);
    if (missing !== undefined) {
      console.log(`Skipped: ${title} cannot be installed here: ${missing}`);
      return;
    }
    await timedStep(`${title}: the client is generated and compiles`, () => generate(folder));
    await timedStep(`${title}: the client creates a VM, waits and deletes it`, () => runStory(folder, environment));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The last line of what a failed installation says, or undefined when it has succeeded. */
async function reasonOf(installation: Promise<unknown>): Promise<string | undefined> {
  return installation.then(
    () => undefined,
    (error: unknown) =>
      String(error instanceof Error && "stderr" in error ? error.stderr || error.message : error)
        .trim()
        .split("\n")
        .at(-1),
  );
}
