import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "pg";
import { environmentOf, productUnderTest } from "./product.ts";
import { SITE } from "./vm.ts";

const RUN = join(import.meta.dirname, "../../scripts/run.mjs");
const run = promisify(execFile);

/**
 * Makes a machine at the simulated site by hand, and adopts it as an operator does.
 * @returns the id of its VM
 */
export async function adoptedVm(database: Client, workspaceId: string, name: string): Promise<string> {
  await database.query(
    `INSERT INTO simulated.stranger (name, cpu, ram_mb, disk_gb, power, started_at)
       VALUES ($1, 1, 1024, 20, 'running', now())`,
    [name],
  );
  const command = ["admin", "site", "adopt", "--site", SITE, "--machine", name, "--workspace", workspaceId, "--json"];
  const { stdout } = await run(process.execPath, [RUN, "fulmar", ...command], {
    env: { ...process.env, ...environmentOf(productUnderTest()) },
  });
  return JSON.parse(stdout).vm_id;
}
