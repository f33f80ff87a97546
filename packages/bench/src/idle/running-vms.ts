import { Client } from "../client.ts";
import { cloneRows } from "../clone-rows.ts";
import { endOf, type Product, until } from "../product.ts";

/**
 * Makes running VMs, in the database and at the simulated site: one by a request, the others as copies of its rows. All
 * are charged, and have run for two hours, the last of which is still to be metered. No worker runs afterwards.
 */
export async function makeRunningVms(product: Product, count: number): Promise<void> {
  const client = new Client(await product.startApi(), product);
  const worker = product.startWorker();
  const body = { ...(await client.vmBody()), name: "first" };
  const { status, body: made } = await client.post<{ vm_id: string }>("/compute/cloud-vms", "first", body);
  if (status !== 202) throw new Error(`the create was answered with ${status}`);
  const { vm_id } = made;
  const path = `/compute/cloud-vms/${vm_id}`;
  await until(async () => (await client.get<{ status: string }>(path)).body.status === "running", "the VM to run");
  await endOf(worker);
  const { pool } = product.database;
  const range = { original: vm_id, first: 1, last: count - 1 };
  const [copy, name] = ["'vm_' || lpad(n::text, 26, '0')", "'vm-' || n"];
  const private_ip = "host('10.0.0.0'::inet + 256 + n)";
  await cloneRows(pool, { ...range, table: "vm", id: "vm_id", values: { vm_id: copy, name, private_ip } });
  await cloneRows(pool, { ...range, table: "vm_bandwidth", id: "vm_id", values: { vm_id: copy } });
  const charge = { table: "charge", id: "resource_id" };
  await cloneRows(pool, { ...range, ...charge, values: { charge_id: "o.charge_id + n", resource_id: copy } });
  await pool.query("UPDATE charge SET charged_from = now() - interval '2 hours'");
  await pool.query("UPDATE meter SET metered_until = date_trunc('hour', now(), 'UTC') - interval '1 hour'");
  const values = { vm_id: copy, name, private_ip };
  await cloneRows(product.site.pool, { ...range, table: "simulated.instance", id: "vm_id", values });
  await pool.query("VACUUM ANALYZE");
}
