import { PgBouncer, pgBouncerPath, processUrl } from "@fulmar/testkit";
import { Client } from "../client.ts";
import { type Product, until } from "../product.ts";
import type { Finding } from "./finding.ts";

const DRILL = "kill -9 of PgBouncer under load";
const CREATES = 120;
const ABREAST = 6;
/** Fewer connections to the server than the API and the worker have to the pooler. */
const CONNECTIONS = 6;

interface Answer {
  readonly status: number;
  readonly body: { readonly vm_id?: string; readonly detail?: string };
}

/**
 * API and worker reach the database through PgBouncer in transaction mode, which is killed. Requests during that time
 * get 503 with a sentence. Both processes go on when it is back, and accepted operations are carried out.
 */
export async function poolerCrashDrill(product: Product): Promise<Finding> {
  if (pgBouncerPath() === undefined)
    return { drill: DRILL, found: "PgBouncer is not installed, so it was not tried", holds: true };
  const pooler = await PgBouncer.start({ connections: CONNECTIONS });
  try {
    return await crashUnderLoad(product, pooler);
  } finally {
    await product.endProcesses();
    await pooler.stop();
  }
}

async function crashUnderLoad(product: Product, pooler: PgBouncer): Promise<Finding> {
  const environmentOf = (role: Parameters<typeof processUrl>[1]) => ({
    DATABASE_URL: pooler.through(processUrl(product.databaseUrl, role)),
    FULMAR_LISTEN_URL: processUrl(product.databaseUrl, role),
    FULMAR_PREPARED_STATEMENTS: pooler.keepsStatements ? "on" : "off",
  });
  const { url } = await product.startService(environmentOf("fulmar_request"));
  product.startWorker(environmentOf("fulmar_worker"));
  const client = new Client(url, product);
  const vmBody = await client.vmBody();
  const answers: Answer[] = [];
  let next = 0;
  const caller = async () => {
    while (next < CREATES) {
      const index = next++;
      if (index === CREATES / 4) await pooler.kill();
      const answer = await client.post<Answer["body"]>("/compute/cloud-vms", `pooled-${index}`, {
        ...vmBody,
        name: `pooled-${index}`,
      });
      answers.push(answer);
      if (index === CREATES / 4) await pooler.startAgain();
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, caller));
  await until(
    async () => (await product.database.prisma.operation.count({ where: { finished_at: null } })) === 0,
    "every operation to end",
  );
  const accepted = answers.filter(({ status }) => status === 202).map(({ body }) => body.vm_id ?? "");
  const refused = answers.filter(({ status, body }) => status === 503 && body.detail !== undefined).length;
  const running = await product.database.prisma.vm.count({ where: { vm_id: { in: accepted }, status: "running" } });
  const others = answers.length - accepted.length - refused;
  return {
    drill: DRILL,
    found:
      `PgBouncer ${pooler.version}, ${CONNECTIONS} connections: ${accepted.length} creates accepted, of which ` +
      `${running} run; ${refused} answered 503 with a sentence, ${others} otherwise`,
    holds: running === accepted.length && others === 0 && refused > 0 && accepted.length > CREATES / 4,
  };
}
