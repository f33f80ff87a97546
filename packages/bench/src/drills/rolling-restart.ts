import { Balancer } from "../balancer.ts";
import { Client } from "../client.ts";
import { endOf, type Product, until } from "../product.ts";
import type { Finding } from "./finding.ts";

const RESTARTS = 6;
const CALLERS = 8;
/** Long enough for many checks of /readyz by the balancer, even on a busy machine. */
const DRAIN_MS = 2_000;

/**
 * Restarts three API processes and two workers in turn under load. No request may fail and no operation may run twice.
 */
export async function rollingRestartDrill(product: Product): Promise<Finding> {
  const start = () => product.startService({ FULMAR_DRAIN_MS: String(DRAIN_MS) });
  const apis = [await start(), await start(), await start()];
  const balancer = new Balancer(apis);
  const workers = [product.startWorker(), product.startWorker()];
  const vmBody = await new Client(apis[0]?.url ?? "", product).vmBody();
  const statuses = new Map<number, number>();
  const stopping = new AbortController();
  let sent = 0;
  let broken = 0;
  const caller = async () => {
    while (!stopping.signal.aborted) {
      const status = await create(balancer, product, `rolling-${sent++}`, vmBody, () => broken++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const load = Promise.all(Array.from({ length: CALLERS }, caller));
  for (let restart = 0; restart < RESTARTS; restart++) {
    const leaving = apis.shift();
    if (leaving !== undefined) await endOf(leaving.child);
    const coming = await start();
    if (leaving !== undefined) balancer.replace(leaving, coming);
    apis.push(coming);
    const worker = workers.shift();
    if (worker !== undefined) await endOf(worker);
    workers.push(product.startWorker());
  }
  stopping.abort();
  await load;
  balancer.close();
  await until(
    async () => (await product.database.prisma.operation.count({ where: { finished_at: null } })) === 0,
    "every operation to end",
  );
  const accepted = statuses.get(202) ?? 0;
  const running = await product.database.prisma.vm.count({ where: { status: "running" } });
  const { rows } = await product.database.pool.query<{ instances: string }>(
    "SELECT count(*)::text AS instances FROM simulated.instance",
  );
  const instances = Number(rows[0]?.instances);
  return {
    drill: `Rolling restart of three API processes and two workers, ${RESTARTS} of each, under load`,
    found:
      `answers ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}, ${broken} ` +
      `requests sent again with their key; ${running} VMs run on ${instances} instances`,
    holds: broken === 0 && statuses.size === 1 && accepted > 0 && running === accepted && instances === accepted,
  };
}

/**
 * Sends one create through the balancer. A request that broke in transit is counted and sent again with its key (spec:
 * Limits), so that the counts can be compared.
 */
async function create(
  balancer: Balancer,
  product: Product,
  name: string,
  body: object,
  broken: () => void,
): Promise<number> {
  const headers = {
    authorization: `Bearer ${product.token}`,
    "content-type": "application/json",
    "x-idempotency-key": name,
  };
  const path = `/compute/cloud-vms?workspace_id=${product.workspaceId}`;
  for (;;) {
    const status = (await balancer.post(path, headers, JSON.stringify({ ...body, name })))?.status;
    if (status !== undefined) return status;
    broken();
  }
}
