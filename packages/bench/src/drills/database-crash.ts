import { Client } from "../client.ts";
import { type Product, until } from "../product.ts";
import type { Finding } from "./finding.ts";

const CREATES = 120;
const ABREAST = 6;

interface Answer {
  readonly status: number;
  readonly body: { readonly vm_id?: string; readonly detail?: string };
}

/**
 * kill -9 of a PostgreSQL backend makes the whole server recover as after a crash. Requests during that time get 503
 * with a sentence. The API recovers without help, and accepted operations are carried out.
 */
export async function databaseCrashDrill(product: Product): Promise<Finding> {
  const url = await product.startApi();
  const client = new Client(url, product);
  const vmBody = await client.vmBody();
  product.startWorker();
  const answers: Answer[] = [];
  let next = 0;
  const caller = async () => {
    while (next < CREATES) {
      const index = next++;
      if (index === CREATES / 4) await crash(product);
      answers.push(
        await client.post<Answer["body"]>("/compute/cloud-vms", `crash-${index}`, {
          ...vmBody,
          name: `crash-${index}`,
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, caller));
  const ready = `${url.replace(/\/v1$/, "")}/readyz`;
  await until(async () => (await fetch(ready)).status === 200, "the API to be ready again");

  const accepted = answers.filter((answer) => answer.status === 202).map((answer) => answer.body.vm_id ?? "");
  const refused = answers.filter((answer) => answer.status === 503 && answer.body.detail !== undefined).length;
  const others = answers.filter(
    (answer) => answer.status !== 202 && (answer.status !== 503 || answer.body.detail === undefined),
  );
  await until(
    async () => (await product.database.prisma.operation.count({ where: { finished_at: null } })) === 0,
    "every operation to end",
  );
  const running = await product.database.prisma.vm.count({ where: { vm_id: { in: accepted }, status: "running" } });
  return {
    drill: "kill -9 of the database under load",
    found:
      `${accepted.length} creates accepted, of which ${running} run; ${refused} answered 503 with a sentence, ` +
      `${others.length} otherwise ${others.map((answer) => JSON.stringify(answer)).join(" ")}`,
    holds: running === accepted.length && others.length === 0 && accepted.length > 0,
  };
}

/** Kills one backend, as the kernel does under memory pressure. The postmaster then restarts all backends. */
async function crash(product: Product): Promise<void> {
  const { rows } = await product.database.pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() LIMIT 1",
  );
  const pid = rows[0]?.pid;
  if (pid === undefined) throw new Error("the database has no connection to end");
  process.kill(pid, "SIGKILL");
}
