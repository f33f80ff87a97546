import { randomUUID } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import { ALL_SCOPES, type OperationId } from "@fulmar/contract";
import { createCore, DomainError } from "@fulmar/core";
import { createToken } from "@fulmar/core/operator";
import { openDatabase } from "@fulmar/prisma";
import { processUrl, recordStatements } from "@fulmar/testkit";
import type { Bench } from "../bench-site.ts";
import { median, type Row, round } from "../measure.ts";
import { type Input, plannedChanges } from "../planned-changes.ts";
import type { Product } from "../product.ts";

/** So often each of the three is measured, in turns, after a first time that is not. */
const ROUNDS = 9;
/** People wait for plans in dialogs. */
const MOST_MS = 250;
const KINDS = ["change", "plan", "guarded"] as const;

/** The cost of a request: statements and round trips as docs/round-trips.md counts them. */
interface Taken {
  readonly statements: number;
  readonly trips: number;
  readonly ms: number;
}

/**
 * Changes, their plans, and the same changes by a token with `approve_destructive`, which are planned first and then
 * made or wait for a person. All are carried out in this process, without HTTP, and no worker runs meanwhile.
 */
export async function planRows({ product, siteId, vmBody }: Bench): Promise<Row[]> {
  const environment = {
    ...product.environment,
    DATABASE_URL: processUrl(product.databaseUrl, "fulmar_request"),
    // A change of a resource in use is refused at once and does not wait.
    FULMAR_DEPENDENTS_WAIT_MS: "0",
  };
  const database = openDatabase(environment.DATABASE_URL);
  const { core, close } = createCore({
    ...{ database, configuration: loadConfiguration(environment) },
    logger: { error: (fields, message) => console.error(message, fields) },
  });
  const record = recordStatements(database);

  async function send(id: OperationId, token: string, input: Input, isPlan = false): Promise<Input> {
    const from = { requestId: randomUUID(), sourceIp: undefined, signal: new AbortController().signal };
    const flat = { workspace_id: product.workspaceId, ...input };
    const credentials = { kind: "bearer", authorization: `Bearer ${token}` } as const;
    const { body } = isPlan
      ? await core.executePlan(id, credentials, flat, { ...from, idempotencyKey: undefined })
      : await core.execute(id, credentials, flat, { ...from, idempotencyKey: randomUUID() });
    return JSON.parse(body);
  }

  async function measured(work: () => Promise<unknown>): Promise<Taken> {
    const started = performance.now();
    const { result: ms, statements } = await record(async () => {
      // A refusal takes its statements too.
      await work().catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.status >= 500) throw error;
      });
      return performance.now() - started;
    });
    return { statements: statements.length, trips: statements.filter(({ joined }) => !joined).length, ms };
  }

  try {
    const rows: Row[] = [];
    const make = (id: OperationId, input: Input) => send(id, product.token, input);
    for (const { what, id, next } of await plannedChanges(product, { siteId, vmBody, make })) {
      const guarded = await guardedToken(product);
      const taken: Readonly<Record<(typeof KINDS)[number], Taken[]>> = { change: [], plan: [], guarded: [] };
      for (let turn = 0; turn <= ROUNDS; turn++) {
        for (const kind of KINDS) {
          const input = await next();
          const token = kind === "guarded" ? guarded : product.token;
          const one = await measured(() => send(id, token, input, kind === "plan"));
          if (turn > 0) taken[kind].push(one);
        }
      }
      rows.push(...rowsOf(what, taken));
    }
    return rows;
  } finally {
    await close();
    await database.close();
  }
}

/** A token of its own for each operation: at most 20 of its requests wait. */
async function guardedToken({ database, organizationId }: Product): Promise<string> {
  const { token } = await createToken(database, {
    ...{ organizationId, name: `guarded-${randomUUID()}`, scopes: ALL_SCOPES, guard: "approve_destructive" },
    ...{ workspacePolicy: "entire_organization", workspaceIds: [], expiresAt: null, environment: "development" },
  });
  return token;
}

function rowsOf(what: string, taken: Readonly<Record<(typeof KINDS)[number], readonly Taken[]>>): Row[] {
  const of = (kind: (typeof KINDS)[number], value: keyof Taken) => median(taken[kind].map((one) => one[value]));
  return (["plan", "guarded"] as const).flatMap((kind) => {
    const label = `${what}: ${kind === "plan" ? "plan" : "change of a guarded token"}, beside the change`;
    const [change, ms] = [of("change", "ms"), of(kind, "ms")];
    const counted = (["statements", "trips"] as const).map((value) => {
      const [reference, figure] = [of("change", value), of(kind, value)];
      const unit = value === "trips" ? "round trips" : value;
      return {
        ...{ row: label, reference, figure, unit },
        ratio: round(figure / reference),
        target: "reported",
        holds: true,
      };
    });
    return [
      ...counted,
      {
        ...{ row: label, reference: round(change, 1), figure: round(ms, 1), unit: "ms", ratio: round(ms / change) },
        ...{ target: `<= ${MOST_MS}`, holds: ms <= MOST_MS },
      },
    ];
  });
}
