import { Client } from "./client.ts";
import { cloneRows } from "./clone-rows.ts";
import type { Product } from "./product.ts";

const AT_ONCE = 250_000;
/** Operations are added for at most this long. The row reports how many there are. */
const SETUP_MS = 240_000;

/** The size of an installation, with one id of each kind to request. */
export interface Crowd {
  readonly vms: number;
  readonly operations: number;
  readonly volumes: number;
  readonly vmId: string;
  readonly operationId: string;
}

/**
 * Fills one workspace. Every operation belongs to one of its VMs, all VMs have the same number, and there is one volume
 * for ten VMs.
 */
export async function fill(
  product: Product,
  api: string,
  wanted: { readonly vms: number; readonly operations: number },
): Promise<Crowd> {
  const client = new Client(api, product);
  const { pool } = product.database;
  const accepted = await client.post<{ vm_id: string; operation_id: string }>("/compute/cloud-vms", "first", {
    ...(await client.vmBody()),
    name: "first",
  });
  const site = await pool.query<{ site_id: string }>("SELECT site_id FROM vm");
  const volumeBody = { name: "first", size_gb: 10, type: "nvme", site_id: site.rows[0]?.site_id };
  const made = await client.post<{ volume_id?: string; id?: string }>("/block-storage/volumes", "volume", volumeBody);
  if (accepted.status !== 202 || made.status >= 300)
    throw new Error(`creates were answered with ${accepted.status} and ${made.status}`);
  const volume = await pool.query<{ volume_id: string }>("SELECT volume_id FROM volume");
  const volumes = Math.ceil(wanted.vms / 10);

  const vm = { table: "vm", id: "vm_id", original: accepted.body.vm_id };
  const vmValues = { vm_id: vmIdOf("n"), name: "'vm-' || n", status: "'running'", operation_id: "NULL" };
  await inBatches(wanted.vms, (first, last) => cloneRows(pool, { ...vm, first, last, values: vmValues }));
  const disk = { table: "volume", id: "volume_id", original: volume.rows[0]?.volume_id ?? "" };
  const diskValues = {
    volume_id: "'vol_' || lpad(n::text, 26, '0')",
    name: "'volume-' || n",
    status: "'available'",
    operation_id: "NULL",
  };
  await inBatches(volumes, (first, last) => cloneRows(pool, { ...disk, first, last, values: diskValues }));
  const operation = { table: "operation", id: "operation_id", original: accepted.body.operation_id };
  const operationValues = {
    operation_id: operationIdOf("n"),
    resource_id: vmIdOf(`1 + n % ${wanted.vms}`),
    status: "'succeeded'",
    finished_at: "now()",
  };
  const operations = await inBatches(
    wanted.operations,
    (first, last) => cloneRows(pool, { ...operation, first, last, values: operationValues }),
    SETUP_MS,
  );
  await pool.query("VACUUM ANALYZE vm, volume, operation");
  const { rows } = await pool.query<{ vm_id: string; operation_id: string }>(
    `SELECT ${vmIdOf(String(Math.ceil(wanted.vms / 2)))} AS vm_id,
            ${operationIdOf(String(Math.ceil(operations / 2)))} AS operation_id`,
  );
  return { vms: wanted.vms, operations, volumes, vmId: rows[0]?.vm_id ?? "", operationId: rows[0]?.operation_id ?? "" };
}

/** @returns how many were added before the time was up */
async function inBatches(
  count: number,
  add: (first: number, last: number) => Promise<void>,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const end = Date.now() + withinMs;
  let last = 0;
  while (last < count && Date.now() < end) {
    const next = Math.min(last + AT_ONCE, count);
    await add(last + 1, next);
    last = next;
  }
  return last;
}

function vmIdOf(number: string): string {
  return `'vm_' || lpad((${number})::text, 26, '0')`;
}

function operationIdOf(number: string): string {
  return `'op_' || lpad((${number})::text, 26, '0')`;
}
