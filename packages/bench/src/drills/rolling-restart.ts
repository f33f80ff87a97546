import { request } from "node:http";
import { Client } from "../client.ts";
import { endOf, type Product, type Service, until } from "../product.ts";
import type { Finding } from "./finding.ts";

const RESTARTS = 6;
const CALLERS = 8;

/** Three API processes and two workers are restarted in turn under load: no request fails, no operation runs twice. */
export async function rollingRestartDrill(product: Product): Promise<Finding> {
  const apis = [await product.startService(), await product.startService(), await product.startService()];
  const workers = [product.startWorker(), product.startWorker()];
  const vmBody = await new Client(apis[0]?.url ?? "", product).vmBody();
  const statuses = new Map<number, number>();
  const stopping = new AbortController();
  let sent = 0;
  let broken = 0;
  const caller = async () => {
    while (!stopping.signal.aborted) {
      const index = sent++;
      const status = await create(apis, index, product, JSON.stringify({ ...vmBody, name: `rolling-${index}` }), () => broken++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const load = Promise.all(Array.from({ length: CALLERS }, caller));
  for (let restart = 0; restart < RESTARTS; restart++) {
    const place = restart % apis.length;
    const leaving = apis[place];
    if (leaving !== undefined) await endOf(leaving.child);
    apis[place] = await product.startService();
    const worker = workers[restart % workers.length];
    if (worker !== undefined) await endOf(worker);
    workers[restart % workers.length] = product.startWorker();
  }
  stopping.abort();
  await load;
  await until(async () => (await product.database.prisma.operation.count({ where: { finished_at: null } })) === 0, "every operation to end");
  const accepted = statuses.get(202) ?? 0;
  const running = await product.database.prisma.vm.count({ where: { status: "running" } });
  const { rows } = await product.database.pool.query<{ instances: string }>("SELECT count(*)::text AS instances FROM simulated.instance");
  const instances = Number(rows[0]?.instances);
  return {
    drill: `Rolling restart of three API processes and two workers, ${RESTARTS} of each, under load`,
    found: `answers ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}, ${broken} requests sent again with their key; ${running} VMs run on ${instances} instances`,
    holds: broken === 0 && statuses.size === 1 && accepted > 0 && running === accepted && instances === accepted,
  };
}

/**
 * One create, as a careful client behind a load balancer makes it: a process that takes no connection is passed over, and a request
 * that broke in transit is counted, and sent again with the same key (spec: Limits) so that the books can be compared. Status 0: it never got through.
 */
async function create(apis: readonly Service[], index: number, product: Product, body: string, broken: () => void): Promise<number> {
  for (let attempt = 0; attempt < apis.length * 2; attempt++) {
    const api = apis[(index + attempt) % apis.length];
    if (api === undefined) continue;
    const outcome = await post(`${api.url}/compute/cloud-vms?workspace_id=${product.workspaceId}`, product.token, `rolling-${index}`, body);
    if (typeof outcome === "number") return outcome;
    if (outcome === "broken") broken();
  }
  return 0;
}

function post(url: string, token: string, key: string, body: string): Promise<number | "refused" | "broken"> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "x-idempotency-key": key, connection: "close" };
    const call = request(url, { method: "POST", headers, agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? "broken"));
      response.once("error", () => resolve("broken"));
    });
    call.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED" ? "refused" : "broken"));
    call.end(body);
  });
}
