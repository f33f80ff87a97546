// `npm run adversary [seconds]`: sends random requests with guarded tokens, and S3 requests with the access keys that
// they made, with a worker and an object store, and counts what is lost (docs/adr/0077). Tokens with ceilings of one get
// a table of what each ceiling let through.
import { foreground } from "./progress.mjs";
import { withThrowawayDatabase } from "./with-database.mjs";

/** Returns the exit code: 0 only if nothing was lost. The seed of the run is new unless FULMAR_SEED names one. */
export function adversary([seconds = "60"]) {
  // Two files: one makes what its requests need as it goes, one runs a worker and an object store.
  const program = "apps/api/test/approvals/adversary";
  const env = { FULMAR_SECONDS: seconds, FULMAR_SEED: process.env.FULMAR_SEED ?? String(Date.now() % 1_000_000_000) };
  return withThrowawayDatabase(program, [], env, (_, __, options) => foreground("vitest", ["run", program], options));
}
