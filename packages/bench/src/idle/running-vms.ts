import { Client } from "../client.ts";
import { cloneRows } from "../clone-rows.ts";
import { endOf, type Product, until } from "../product.ts";
import { addSimulatedSites } from "../simulated-sites.ts";

/**
 * Makes running VMs, in the database and at simulated sites: one by a request, the others as copies of its rows. All
 * are charged, and have run for two hours, the last of which is still to be metered. No worker runs afterwards.
 * @param siteCount how many sites there are beside the built-in ones; without any, all VMs are at the first of those
 */
export async function makeRunningVms(product: Product, count: number, siteCount: number): Promise<void> {
  const sites = await addSimulatedSites(product, siteCount);
  const [first] = sites;
  const client = new Client(await product.startApi(), product);
  const worker = product.startWorker();
  const body = { ...(await client.vmBody()), name: "first", ...(first && { site_id: first.siteId }) };
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
  // The next site has the next VM, so that the VMs of a site are not next to each other.
  const inTurn = (values: readonly string[]) => `(ARRAY['${values.join("','")}'])[1 + n % ${sites.length}]`;
  const site = first && { site_id: inTurn(sites.map(({ siteId }) => siteId)) };
  const provider = first && { provider: inTurn(sites.map((each) => each.provider)) };
  await cloneRows(pool, { ...range, table: "vm", id: "vm_id", values: { vm_id: copy, name, private_ip, ...site } });
  await cloneRows(pool, { ...range, table: "vm_bandwidth", id: "vm_id", values: { vm_id: copy } });
  const charge = { table: "charge", id: "resource_id" };
  await cloneRows(pool, { ...range, ...charge, values: { charge_id: "o.charge_id + n", resource_id: copy } });
  await pool.query("UPDATE charge SET charged_from = now() - interval '2 hours'");
  await pool.query("UPDATE meter SET metered_until = date_trunc('hour', now(), 'UTC') - interval '1 hour'");
  const values = { vm_id: copy, name, private_ip, ...provider };
  await cloneRows(product.site.pool, { ...range, table: "simulated.instance", id: "vm_id", values });
  await pool.query("VACUUM ANALYZE");
}
