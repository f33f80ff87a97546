import type { Configuration } from "@fulmar/config";
import { hears, type Probe, probe } from "@fulmar/prisma";
import { type Finding, fail, ok, saidBy, warn } from "./finding.ts";

type Urls = Pick<Configuration, "databaseUrl" | "workerUrl" | "connecting">;

/** Looks at what is between the processes and the server: a pooler, which must suit what goes through it. */
export async function poolingFindings({ databaseUrl, workerUrl, connecting }: Urls): Promise<Finding[]> {
  const { listenUrl, prepares } = connecting;
  const processes = await tried("pooler", "DATABASE_URL", () => probe(databaseUrl));
  if (!("pooled" in processes)) return [processes];
  const workers =
    workerUrl === undefined ? processes : await tried("pooler", "FULMAR_WORKER_URL", () => probe(workerUrl));
  if (!("pooled" in workers)) return [workers];
  const pooled = [processes, workers].filter((found) => found.pooled);
  return [
    ...(pooled.length === 0 ? [] : [statements(pooled, prepares)]),
    ...(pooled.length === 0 && listenUrl === undefined
      ? []
      : [await notifications(databaseUrl, listenUrl ?? databaseUrl)]),
  ];
}

function statements(pooled: readonly Probe[], prepares: boolean): Finding {
  if (!prepares)
    return ok("pooler", "Processes reach the server through a pooler, with statements that have no names.");
  if (pooled.every(({ keepsStatements }) => keepsStatements))
    return ok("pooler", "Processes reach the server through a pooler, which keeps prepared statements.");
  return warn(
    "pooler",
    "The pooler does not keep prepared statements, which fail there in transaction mode: " +
      "set max_prepared_statements (PgBouncer 1.21 or later), or FULMAR_PREPARED_STATEMENTS to off.",
  );
}

async function notifications(url: string, listenUrl: string): Promise<Finding> {
  const found = await tried("notifications", "FULMAR_LISTEN_URL", () => probe(listenUrl));
  if (!("pooled" in found)) return found;
  if (found.pooled)
    return warn(
      "notifications",
      "Processes listen through a pooler, which loses that in transaction mode, so that operations begin late: " +
        "set FULMAR_LISTEN_URL to the server itself.",
    );
  return (await hears(listenUrl, url))
    ? ok("notifications", "Processes listen at the server itself.")
    : fail("notifications", "FULMAR_LISTEN_URL leads to another database than DATABASE_URL: let it name the same one.");
}

/** The result of a probe, or the finding that nothing answers. */
async function tried(check: string, variable: string, look: () => Promise<Probe>): Promise<Probe | Finding> {
  try {
    return await look();
  } catch (error) {
    return fail(check, `Nothing answers at ${variable} (${saidBy(error)}): correct it, or start what is there.`);
  }
}
