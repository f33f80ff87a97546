/** One thing that a client must be able to do. */
export interface Check {
  readonly name: string;
  /**
   * A Bash script; it fails at the first command that fails. It runs in a folder with `small.txt`, `big.bin` (20 MiB)
   * and the folder `tree`. Variables: `B`, a bucket of this client's own, which its first check makes; `ENDPOINT`,
   * `HOST` (with the port), `REGION`, `PYTHON`, and the keys as AWS's SDKs name them. `refused` runs a command that
   * must fail.
   */
  readonly script: string;
}

/** A client of S3 with its checks, in the order in which they run. */
export interface Client {
  readonly name: string;
  /** A Bash script that fails where the client is not installed. */
  readonly installed: string;
  readonly checks: readonly Check[];
}

/** Checks by name. */
export function checks(scripts: Readonly<Record<string, string>>): Check[] {
  return Object.entries(scripts).map(([name, script]) => ({ name, script }));
}
