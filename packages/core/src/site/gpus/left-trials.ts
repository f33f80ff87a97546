// Machines of trials that did not end: a process that is killed removes nothing (docs/gpu.md).
import { type Database, type Sql, statement } from "@fulmar/prisma";
import type { Instance, Provider } from "@fulmar/providers";
import { asOperator } from "../operated-site.ts";
import { type HeldGpu, releaseGpus } from "./read-gpus.ts";

/** The record of a trial's machine at its site: the single table that it names, which no machine of a workspace has. */
const TRIAL = "gpu_trial";

/** @returns the record by which the machine is known as a trial's, by each later check */
export const trialRecord = (installation_id: string) => ({
  installation_id,
  rows: { [TRIAL]: [{ begun_at: new Date().toISOString() }] },
});

/** Of advisory locks. A site's is held by the process that checks its GPUs. */
const LOCK_CLASS = 1718580062;

/**
 * Works, if it can, while no other process checks GPUs of the site. The lock ends with its connection, and so with a process that is
 * killed: what a trial has left is told by that from what one is doing.
 * @param work is told whether no other process checks there
 */
export async function whileChecking<Result>(
  { pool }: Pick<Database, "pool">,
  siteId: string,
  work: (isAlone: boolean) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const lock = [LOCK_CLASS, siteId];
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1, hashtext($2)) AS alone", lock);
    const isAlone = rows[0]?.alone === true;
    try {
      return await work(isAlone);
    } finally {
      // The database notices the end of a connection only after the next check may have begun.
      if (isAlone) await client.query("SELECT pg_advisory_unlock($1, hashtext($2))", lock);
    }
  } finally {
    client.release(true);
  }
}

// VMs of the database, those that are being adopted, and what an operator decides about are nobody's trial.
const strangers = statement(
  "gpu_check_strangers",
  `SELECT told.vm_id FROM unnest($vm_ids::text[]) AS told (vm_id)
    WHERE NOT EXISTS (SELECT FROM vm v WHERE v.vm_id = told.vm_id)
      AND NOT EXISTS (SELECT FROM machine_adoption a WHERE a.vm_id = told.vm_id)`,
);

interface Seen {
  readonly instances: readonly Instance[];
  readonly rows: { readonly held: readonly HeldGpu[]; readonly installation_id: string };
}

/**
 * Finds machines of trials at a site while none is under way: those that keep a GPU by our rows without being a VM, and
 * those whose record says so, of this installation. @returns their ids
 */
export async function leftTrials(
  sql: Sql,
  provider: Provider,
  { instances, rows: { held, installation_id } }: Seen,
): Promise<string[]> {
  const found = await sql.query(strangers, { vm_ids: instances.map(({ vmId }) => vmId) });
  const holding = new Set(held.filter(({ is_vm }) => !is_vm).map(({ vm_id }) => vm_id));
  const left: string[] = [];
  for (const { vm_id } of found) {
    if (vm_id === null) continue;
    const machine = await asOperator((limit) => provider.inventory.describe("vm", vm_id, limit));
    const record = machine?.record;
    const isOurs =
      record?.installation_id === installation_id && Object.keys(record.rows).every((table) => table === TRIAL);
    if (isOurs && (holding.has(vm_id) || record.rows[TRIAL] !== undefined)) left.push(vm_id);
  }
  return left;
}

/** Removes what a trial has left, and gives its GPUs back. @returns a sentence @throws DomainError 503 */
export async function removeTrial(
  sql: Sql,
  { compute }: Provider,
  { siteId, vmId, limitMs }: { readonly siteId: string; readonly vmId: string; readonly limitMs: number },
): Promise<string> {
  await asOperator((limit) => compute.deleteInstance(vmId, limit), limitMs);
  await releaseGpus(sql, { siteId, vmId });
  return `A check that did not end had left the machine ${vmId}. It is gone, and its GPUs are free.`;
}
