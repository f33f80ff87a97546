// Waits until a process of this host is ready: `node deploy/ready.mjs API`, or "object store", or console. systemd names
// the process in MAINPID: when it has ended, nobody waits.
import { loadStartConfiguration } from "../packages/config/src/index.ts";
import { addresses, answers } from "../scripts/answers.mjs";

const [name] = process.argv.slice(2);
const address = addresses(loadStartConfiguration()).find((each) => each.name === name);
if (address === undefined) throw new Error(`There is nothing to ask of ${name}.`);
const over = new AbortController();
const watch = setInterval(() => {
  if (process.env.MAINPID !== undefined && !runs(Number(process.env.MAINPID))) over.abort();
}, 100);
try {
  await answers(address, over.signal);
  if (over.signal.aborted) throw new Error(`The ${name} has ended: see its log.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  clearInterval(watch);
}

function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
