import { currentTraceparent, watched } from "@fulmar/tracing";
import type pg from "pg";
import { breakOff, inOneWrite } from "./connection.ts";
import { configOf, type RunStatement, runOn, type Sql, sqlBy } from "./sql.ts";
import type { Query, RowOf, StatementName } from "./statement.ts";

/** One unit of work. Everything done through it is committed or rolled back together. */
export interface Transaction {
  readonly sql: Sql;
  /**
   * Sends a query whose rows are not needed together with the next one of `sql`, or with COMMIT, so that it costs no
   * round trip. If it fails, nothing is committed, and the transaction throws its error.
   */
  send(query: Query): void;
}

/** A transaction with the rows of the queries that were sent together with BEGIN. */
export interface OpenedTransaction<Claim extends string, Question extends string> extends Transaction {
  /** The rows of the claim. Empty without a claim. */
  readonly claimed: readonly RowNamed<Claim>[];
  /** The rows of the question. Empty without a question. */
  readonly answer: readonly RowNamed<Question>[];
}

/** A transaction that is always rolled back, with what tells its work how far it has come. */
export interface Rehearsal<Claim extends string, Question extends string> extends OpenedTransaction<Claim, Question> {
  /** Carries out what was sent and checks the constraints that wait for COMMIT. @throws the error that COMMIT would throw */
  carryOut(): Promise<void>;
  /** Takes back what `work` has done if it throws. @throws what it throws */
  tentatively(work: () => Promise<void>): Promise<void>;
  /** From the call on, `sql` reads what this process may read, and no longer what one workspace may. */
  lookAround(): Promise<void>;
  /** Takes back everything that was done. What `sql` sends from the call on reads the state before, as this process. */
  takeBack(): Promise<void>;
}

/** The rows of a statement that is not described are unknown. */
type RowNamed<Name extends string> = Name extends StatementName ? RowOf<Name> : unknown;

/**
 * The queries sent in one write with BEGIN. If BEGIN fails, they run outside of the transaction, where the claim must
 * do nothing. The question must never change anything, because its rows may go unused.
 */
export interface TransactionOptions<Claim extends string = string, Question extends string = string> {
  /** Row-level security lets the transaction see and change rows of this workspace only (docs/adr/0008). */
  readonly workspaceId?: bigint;
  /** False for a change of the workspace's organization: the workspace is named, but nothing is hidden. */
  readonly confined?: boolean;
  /** True for a change of the installation, which has the rights of an operator (docs/adr/0114). */
  readonly asOperator?: boolean;
  /** True for what makes rows again of what a site has, or forgets it (docs/adr/0130). */
  readonly asAdopter?: boolean;
  readonly claim?: Query<Claim> | undefined;
  readonly question?: Query<Question> | undefined;
  /** Another time limit for the work, for what has many rows and keeps nobody waiting. */
  readonly limitMs?: number;
}

/**
 * The time limit for the work of a transaction, unless it has its own. Waiting for its connection is limited by the
 * pool.
 */
export const WORK_TIMEOUT_MS = 30_000;

/**
 * Runs `work` in one transaction, on a connection of its own (docs/adr/0031).
 * @throws what `work` throws, or the error of a query that was sent
 */
export function transact<Result, Claim extends string, Question extends string>(
  pool: pg.Pool,
  work: (transaction: OpenedTransaction<Claim, Question>) => Promise<Result>,
  options: TransactionOptions<Claim, Question> = {},
): Promise<Result> {
  return onConnection(pool, options, async (unit, finished) => {
    const { claimed, answer } = await unit.begin(options);
    const result = await work({ sql: unit.sql, send: (query) => unit.send(query), claimed, answer });
    finished();
    await unit.commit();
    return result;
  });
}

/**
 * Runs one query in a transaction of its own, which sees one workspace. BEGIN, the query and COMMIT go out in one
 * write. If BEGIN fails, the query runs outside of a transaction, where it must do nothing.
 * @throws the error of the query. After one without the server's answer, such as a lost connection or the time limit, it
 * may have been committed
 */
export function transactAlone<Name extends StatementName>(
  pool: pg.Pool,
  query: Query<Name>,
  workspaceId: bigint,
): Promise<RowOf<Name>[]> {
  return onConnection(pool, { workspaceId }, (unit) => unit.alone(query, workspaceId));
}

/**
 * Runs `work` in one transaction that ends with ROLLBACK, whatever becomes of it (docs/adr/0076).
 * @throws what `work` throws
 */
export function rehearse<Result, Claim extends string, Question extends string>(
  pool: pg.Pool,
  work: (rehearsal: Rehearsal<Claim, Question>) => Promise<Result>,
  options: TransactionOptions<Claim, Question> = {},
): Promise<Result> {
  return onConnection(pool, options, async (unit, finished) => {
    const { claimed, answer } = await unit.begin(options, BEFORE_ALL);
    const result = await work({
      ...{ sql: unit.sql, send: (query) => unit.send(query), claimed, answer },
      carryOut: () => unit.carryOut(),
      tentatively: (tried) => unit.tentatively(tried),
      lookAround: () => unit.lookAround(),
      takeBack: () => unit.takeBack(),
    });
    finished();
    await unit.rollback();
    return result;
  });
}

/** The savepoint in front of everything that a rehearsal does. */
const BEFORE_ALL = "before_all";

type Run<Result> = (unit: UnitOfWork, finished: () => void) => Promise<Result>;

/** @param run is told by `finished` that its own time limit ends */
function onConnection<Result>(pool: pg.Pool, options: TransactionOptions, run: Run<Result>): Promise<Result> {
  return watched({ kind: "transaction", name: "transaction" }, () => onTakenConnection(pool, options, run));
}

async function onTakenConnection<Result>(
  pool: pg.Pool,
  options: TransactionOptions,
  run: Run<Result>,
): Promise<Result> {
  const { limitMs = WORK_TIMEOUT_MS } = options;
  const client = await pool.connect();
  /** Why the connection cannot be reused. */
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken ??= error;
  };
  // The queries waiting on a broken connection fail on their own. Without a listener the error would crash the process.
  client.on("error", onError);
  const timer = setTimeout(() => {
    broken ??= new TransactionTimeout(limitMs);
    breakOff(client);
  }, limitMs);
  const unit = new UnitOfWork(client, roleOf(options));
  try {
    return await run(unit, () => clearTimeout(timer));
  } catch (error) {
    await unit.rollback().catch(onError);
    throw broken instanceof TransactionTimeout ? broken : error;
  } finally {
    clearTimeout(timer);
    client.off("error", onError);
    client.release(broken);
  }
}

/** The role that a transaction takes. Without one it has the rights of its process. */
type Role = keyof typeof TAKING | undefined;

/** SQL that takes a role if there is one. Where one user owns all, it may not exist, and the owner has its rights. */
const taking = (role: string) => `SELECT set_config('role', rolname, true) FROM pg_roles
                     WHERE rolname = '${role}' AND pg_has_role(oid, 'SET')`;

/** How a role is taken. */
const TAKING = {
  fulmar_workspace: "SET LOCAL ROLE fulmar_workspace",
  fulmar_operator: taking("fulmar_operator"),
  fulmar_adopter: taking("fulmar_adopter"),
} as const;

function roleOf({ workspaceId, confined, asOperator, asAdopter }: TransactionOptions): Role {
  if (asOperator === true) return "fulmar_operator";
  if (asAdopter === true) return "fulmar_adopter";
  return workspaceId !== undefined && confined !== false ? "fulmar_workspace" : undefined;
}

/** The work of a transaction took too long. Its connection was broken off, and the database rolls it back. */
class TransactionTimeout extends Error {
  readonly code = "ETIMEDOUT";

  constructor(limitMs: number) {
    super(`the transaction took more than ${limitMs / 1000} s and was aborted`);
  }
}

/** The exchange of one transaction with the server, in as few writes as possible (docs/adr/0012). */
class UnitOfWork {
  readonly sql: Sql;
  readonly #client: pg.PoolClient;
  #role: Role;
  #run: RunStatement;
  /** To be sent with the next query, or with COMMIT. */
  readonly #waiting: Query[] = [];
  /** The error of the first query of `send` that failed. */
  #failure: Error | undefined;
  #ended: boolean = false;

  constructor(client: pg.PoolClient, role: Role) {
    this.#client = client;
    this.#role = role;
    this.#run = runOn(client, role !== undefined);
    this.sql = sqlBy((statement, values = []) => this.#query({ statement, values }));
  }

  /**
   * Sends BEGIN, the claim and the question in one write, and waits for all three.
   * @param savepoint is set before anything else
   */
  async begin<Claim extends string, Question extends string>(
    options: TransactionOptions<Claim, Question>,
    savepoint?: string,
  ) {
    const { workspaceId, claim, question } = options;
    const begin = this.#beginning(workspaceId, savepoint);
    // The first failure has the cause. Later ones only say that the transaction is in error.
    const [, claimed, answer] = await inOneWrite(this.#client, () =>
      Promise.all([this.#client.query(begin), this.#rowsOf(claim), this.#rowsOf(question)]),
    );
    return { claimed, answer };
  }

  /**
   * Sends BEGIN, the query and COMMIT in one write. After a failed query, the server carries out COMMIT as ROLLBACK.
   */
  async alone<Name extends string>(query: Query<Name>, workspaceId: bigint): Promise<RowNamed<Name>[]> {
    this.#ended = true;
    const answers = inOneWrite(this.#client, () => {
      const begun = this.#client.query(this.#beginning(workspaceId));
      return [begun, this.#rowsOf(query), this.#client.query("COMMIT")] as const;
    });
    // Nobody else may have the connection before the last answer.
    await Promise.allSettled(answers);
    // The first failure has the cause.
    const [, rows, { command }] = await Promise.all(answers);
    if (command !== "COMMIT") throw new Error(`${query.statement.name} was rolled back`);
    return rows;
  }

  #beginning(workspaceId: bigint | undefined, savepoint?: string): string {
    const traceparent = currentTraceparent();
    return [
      "BEGIN",
      ...(savepoint === undefined ? [] : [`SAVEPOINT ${savepoint}`]),
      ...(this.#role === undefined ? [] : [TAKING[this.#role]]),
      ...(workspaceId === undefined ? [] : [`SET LOCAL fulmar.workspace_id = '${workspaceId}'`]),
      // An operation that is accepted here keeps it, so that its worker continues the trace.
      ...(traceparent === undefined ? [] : [`SET LOCAL fulmar.traceparent = '${traceparent}'`]),
    ].join("; ");
  }

  send(query: Query): void {
    this.#waiting.push(query);
  }

  /** @throws the error of a query that was sent. After a failed one, the server carries out COMMIT as ROLLBACK */
  async commit(): Promise<void> {
    const committed = inOneWrite(this.#client, () => {
      this.#sendWaiting();
      // This one was refused before it was sent, so the server knows of no error.
      if (this.#failure !== undefined) throw this.#failure;
      this.#ended = true;
      return this.#client.query("COMMIT");
    });
    const { command } = await this.#answerOf(committed);
    if (this.#failure !== undefined) throw this.#failure;
    if (command !== "COMMIT")
      throw new Error("the transaction was rolled back, because a query in it had failed and its error was caught");
  }

  /** As COMMIT does it, but the transaction goes on. @throws the error of a query that was sent, or of a constraint */
  async carryOut(): Promise<void> {
    const carriedOut = inOneWrite(this.#client, () => {
      this.#sendWaiting();
      if (this.#failure !== undefined) throw this.#failure;
      return this.#client.query("SET CONSTRAINTS ALL IMMEDIATE");
    });
    await this.#answerOf(carriedOut);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Everything that was sent must be carried out before. */
  async tentatively(work: () => Promise<void>): Promise<void> {
    await this.#client.query("SAVEPOINT tentative");
    try {
      await work();
      await this.carryOut();
    } catch (error) {
      this.#waiting.length = 0;
      this.#failure = undefined;
      await this.#client.query("ROLLBACK TO SAVEPOINT tentative");
      throw error;
    }
  }

  /** Leaves the role that sees one workspace. */
  async lookAround(): Promise<void> {
    const left = this.#client.query("SET LOCAL ROLE NONE");
    this.#leaveRole();
    await left;
  }

  /** The role was taken after the savepoint, so this leaves it too. */
  async takeBack(): Promise<void> {
    const takenBack = this.#client.query(`ROLLBACK TO SAVEPOINT ${BEFORE_ALL}`);
    this.#leaveRole();
    await takenBack;
  }

  #leaveRole(): void {
    this.#role = undefined;
    this.#run = runOn(this.#client, false);
  }

  /** Rolls back, unless COMMIT has ended the transaction. */
  async rollback(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#client.query("ROLLBACK");
  }

  async #query({ statement, values }: Query): ReturnType<RunStatement> {
    if (this.#ended) throw new Error(`${statement.name} was sent after its transaction had ended`);
    const rows = inOneWrite(this.#client, () => {
      this.#sendWaiting();
      return this.#run(statement, values);
    });
    return this.#answerOf(rows);
  }

  /** Throws the error of an earlier failed query, because later answers only say that the transaction is in error. */
  async #answerOf<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      throw this.#failure ?? error;
    }
  }

  #sendWaiting(): void {
    for (const { statement, values } of this.#waiting.splice(0)) {
      this.#client.query(configOf(statement, values, this.#role !== undefined), (error: Error | null) => {
        if (error !== null) this.#failure ??= error;
      });
    }
  }

  async #rowsOf<Name extends string>(query: Query<Name> | undefined): Promise<RowNamed<Name>[]> {
    return query === undefined ? [] : this.#run(query.statement, query.values);
  }
}
