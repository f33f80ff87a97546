// Waits until a process of this host is ready: `node deploy/ready.mjs API`, or "object store", or console.
import { loadStartConfiguration } from "../packages/config/src/index.ts";
import { addresses, answers } from "../scripts/answers.mjs";

const [name] = process.argv.slice(2);
const address = addresses(loadStartConfiguration()).find((each) => each.name === name);
if (address === undefined) throw new Error(`There is nothing to ask of ${name}.`);
try {
  await answers(address, new AbortController().signal);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
