import { run } from "./run.ts";

process.exitCode = await run(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  input: process.stdin,
  // biome-ignore lint/style/noProcessEnv: packages/config reads it, and the programs of backups get it
  env: process.env,
  signals: process,
});
