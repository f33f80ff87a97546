import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "../client.ts";
import { endOf, type Product, until } from "../product.ts";
import type { Finding } from "./finding.ts";

const OPERATIONS = 50;
const KILLS = 20;
/** Long enough for leases of killed workers to expire in between (10 s), so that kills also hit later steps. */
const LIFE_MS = { least: 300, most: 3_000 };

/**
 * kill -9 of the worker at random moments while operations are in flight. Every operation must end, none may run twice,
 * and no unknown resources may be left.
 */
export async function killWorkerDrill(product: Product): Promise<Finding> {
  const client = new Client(await product.startApi(), product);
  const vmBody = await client.vmBody();
  let kills = 0;
  const killing = (async () => {
    while (kills < KILLS) {
      const worker = product.startWorker();
      await sleep(LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least));
      await endOf(worker, "SIGKILL");
      kills++;
    }
  })();
  for (let index = 0; index < OPERATIONS; index++) {
    const { status } = await client.post("/compute/cloud-vms", `drill-${index}`, {
      ...vmBody,
      name: `slow-100--${index}`,
    });
    if (status !== 202) throw new Error(`create ${index} was answered with ${status}`);
  }
  await killing;
  const inFlight = await product.database.prisma.operation.count({ where: { finished_at: null } });
  product.startWorker();
  await until(
    async () => (await product.database.prisma.operation.count({ where: { finished_at: null } })) === 0,
    "every operation to end",
    180_000,
  );

  const operations = await product.database.prisma.operation.groupBy({ by: ["status"], _count: true });
  const running = await product.database.prisma.vm.findMany({ where: { status: "running" }, select: { vm_id: true } });
  const instances = await product.database.pool.query<{ vm_id: string }>("SELECT vm_id FROM simulated.instance");
  const known = new Set(running.map((vm) => vm.vm_id));
  const leaked = instances.rows.filter((row) => !known.has(row.vm_id)).length;
  const lost = known.size - (instances.rows.length - leaked);
  const ended = operations.map((group) => `${group._count} ${group.status}`).join(", ");
  return {
    drill: `kill -9 of the worker, ${KILLS} times under ${OPERATIONS} operations`,
    found:
      `${ended}; ${inFlight} were in flight after the last kill; ${instances.rows.length} instances, ${leaked} ` +
      `leaked, ${lost} lost`,
    holds: running.length === OPERATIONS && leaked === 0 && lost === 0,
  };
}
