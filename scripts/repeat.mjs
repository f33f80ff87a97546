// `npm run repeat`: repeats tests in random order on a loaded machine, and names those that are not stable.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { endDescendantsOnSignal } from "./descendants.mjs";
import { build, generateClient, installPackages } from "./prepare.mjs";
import { browserTests, unitTests } from "./test.mjs";
import { ensureServers } from "./test-servers.mjs";

const USE = "Use: npm run repeat -- [--times N] [--seed N] [files or folders; by default all tests, of browsers too]";
const MAX_SEED = 2 ** 31;

/** @returns the exit code: 0 only when no test failed in any of the runs */
export async function repeat(args) {
  const { times, seed, files } = parse(args);
  endDescendantsOnSignal();
  await ensureServers();
  await installPackages();
  await generateClient();
  const specs = files.filter((file) => file.startsWith("e2e/"));
  const others = files.filter((file) => !file.startsWith("e2e/"));
  const withBrowsers = files.length === 0 || specs.length > 0;
  if (withBrowsers) await build();
  const chromium = withBrowsers ? await ensureBrowser() : undefined;
  const reports = mkdtempSync(join(tmpdir(), "fulmar-repeat-"));
  const load = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }),
  );
  const failedIn = new Map();
  try {
    for (let run = 1; run <= times; run++) {
      const ofRun = (seed + run - 1) % MAX_SEED;
      process.stdout.write(`\nRun ${run} of ${times}, --seed ${ofRun}\n`);
      const results = [];
      if (files.length === 0 || others.length > 0)
        results.push(
          await unitTests(join(reports, `vitest-${run}.json`), {
            files: others,
            variables: { FULMAR_TEST_ORDER: "random" },
            options: ["--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${ofRun}`],
          }),
        );
      if (withBrowsers) results.push(await browserTests(join(reports, `browsers-${run}.json`), chromium, specs));
      for (const { title, message } of results.flatMap(({ failures }) => failures)) {
        const { runs = [] } = failedIn.get(title) ?? {};
        failedIn.set(title, { runs: [...runs, ofRun], message });
      }
    }
  } finally {
    for (const process of load) process.kill("SIGKILL");
    rmSync(reports, { recursive: true });
  }
  for (const [title, { runs, message }] of failedIn)
    process.stdout.write(
      `\n✗ ${title}\n  failed in ${runs.length} of ${times} runs, with --seed ${runs.join(", ")}\n` +
        `${message.replaceAll(/^/gm, "    ")}\n`,
    );
  process.stdout.write(`\n${failedIn.size} tests were not stable in ${times} runs\n`);
  return failedIn.size > 0 ? 1 : 0;
}

function parse(args) {
  const options = { times: 3, seed: randomInt(MAX_SEED) };
  const files = [];
  for (let index = 0; index < args.length; index++) {
    const name = args[index].replace(/^--/, "");
    if (!args[index].startsWith("--")) files.push(args[index]);
    else if (!(name in options)) throw new Error(`There is no option ${args[index]}. ${USE}`);
    else if (!/^[1-9]\d{0,8}$/.test(args[index + 1] ?? "")) throw new Error(`${args[index]} needs a number. ${USE}`);
    else options[name] = Number(args[++index]);
  }
  return { ...options, files };
}
