import { setTimeout as sleep } from "node:timers/promises";
import { type Logger, listen } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { type ConsoleLog, ProviderError } from "@fulmar/providers";
import type { WorkerServices } from "../work/worker-services.ts";

/** The channel that wakes workers for a question. The answer is in the question's row, since it may be large. */
const CHANNEL = "fulmar_site_question";

/** The time that a request waits. Short, because a person does too. */
const PATIENCE_MS = 5_000;
/** A worker that took a question and has not answered by then may be dead, so another one takes it again. */
const TAKEN_FOR_MS = 2_000;
/** Answers of a request that left are deleted then. */
const KEPT_MS = 30_000;

/** The intervals at which a request looks for its answer. The last one repeats. */
const LOOKS_MS = [5, 5, 10, 10, 20, 30, 50];

/**
 * SQL: writes the question of a statement and wakes the workers, if there is a row.
 * @param rows a SELECT of the provider and the id of the VM whose console log is asked for
 */
export const askedConsoleLog = (rows: string) =>
  `INSERT INTO site_question (provider, kind, vm_id) SELECT a.provider, 'console_log', a.vm_id FROM (${rows}) a
   RETURNING question_id::text, pg_notify('${CHANNEL}', '')::text`;

const collect = statement(
  "site_question_collect",
  `DELETE FROM site_question WHERE question_id = $question_id::uuid AND answered_at IS NOT NULL
RETURNING answer, truncated, error_code`,
);

const withdraw = statement(
  "site_question_withdraw",
  "DELETE FROM site_question WHERE question_id = $question_id::uuid",
);

/** No worker brought the site's answer in time, or the site refused. */
export class SiteSilent extends Error {
  /** The provider's code when the site refused; `timeout` when no answer came. */
  readonly code: string;

  constructor(code: string) {
    super(`The site gave no answer: ${code}`);
    this.code = code;
  }
}

/**
 * Waits for the answer to a question. A worker brings it, since the process itself has no access to sites.
 * @throws SiteSilent when the site refuses, or when no answer comes within five seconds; what aborted the signal
 */
export async function siteAnswer(sql: Sql, questionId: string, signal: AbortSignal): Promise<ConsoleLog> {
  const until = performance.now() + PATIENCE_MS;
  try {
    for (let look = 0; performance.now() < until; look++) {
      await sleep(LOOKS_MS[Math.min(look, LOOKS_MS.length - 1)], undefined, { signal });
      const found = await sql.maybe(collect, { question_id: questionId });
      if (found !== undefined) return answerOf(found);
    }
  } catch (error) {
    if (!(error instanceof SiteSilent)) await sql.query(withdraw, { question_id: questionId });
    throw error;
  }
  await sql.query(withdraw, { question_id: questionId });
  throw new SiteSilent("timeout");
}

function answerOf({ answer, truncated, error_code }: RowOf<typeof collect>): ConsoleLog {
  if (answer === null) throw new SiteSilent(error_code ?? "unknown");
  return { bytes: answer, truncated };
}

/** The most questions of one site that a worker has under way, so that a silent site delays no other. */
const MOST_PER_SITE = 8;
const POLL_MS = 1_000;

const take = statement(
  "site_question_take",
  `WITH purged AS (DELETE FROM site_question WHERE asked_at < now() - ${KEPT_MS} * interval '1 millisecond')
   UPDATE site_question SET taken_at = now()
    WHERE question_id IN (
      SELECT q.question_id FROM site_question q
       WHERE q.answered_at IS NULL AND q.provider <> ALL ($providers::text[])
         AND (q.taken_at IS NULL OR q.taken_at < now() - ${TAKEN_FOR_MS} * interval '1 millisecond')
         AND q.asked_at > now() - ${PATIENCE_MS} * interval '1 millisecond'
       ORDER BY q.asked_at LIMIT ${MOST_PER_SITE} FOR UPDATE SKIP LOCKED)
   RETURNING question_id::text, provider, vm_id`,
);

// A repeated answer changes nothing.
const answer = statement(
  "site_question_answer",
  `UPDATE site_question SET answered_at = now(), answer = $answer::bytea, truncated = $truncated,
          error_code = $error_code::text
    WHERE question_id = $question_id::uuid AND answered_at IS NULL`,
);

/** The answering of questions by a worker. */
export interface Questions {
  /** Ends what is under way. Other workers answer it. */
  stop(): Promise<void>;
}

/** Answers what requests ask of sites. Any number of workers may do so: each question is taken by one at a time. */
export function answerSiteQuestions(
  services: Pick<WorkerServices, "database" | "observedProvider">,
  logger: Logger,
): Questions {
  const { sql } = services.database;
  const stopping = new AbortController();
  /** The number of questions under way at each provider. */
  const busy = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let taking: Promise<void> | undefined;
  let again = false;

  const takeAll = async () => {
    do {
      again = false;
      const full = [...busy].flatMap(([provider, count]) => (count < MOST_PER_SITE ? [] : [provider]));
      const taken = await sql.query(take, { providers: full });
      for (const question of taken) begin(question);
      if (taken.length === MOST_PER_SITE) again = true;
    } while (again && !stopping.signal.aborted);
  };

  const wake = () => {
    again = true;
    if (stopping.signal.aborted) return;
    taking ??= takeAll()
      .catch((error: unknown) => logger.error({ err: error }, "questions to sites could not be taken"))
      .finally(() => {
        taking = undefined;
      });
  };

  const begin = (question: RowOf<typeof take>) => {
    const { provider } = question;
    busy.set(provider, (busy.get(provider) ?? 0) + 1);
    const ending = answerOne(services, question, stopping.signal)
      .catch((error: unknown) => logger.error({ err: error }, "a question to a site could not be answered"))
      .finally(() => {
        underWay.delete(ending);
        const left = (busy.get(provider) ?? 1) - 1;
        if (left > 0) busy.set(provider, left);
        else busy.delete(provider);
      });
    underWay.add(ending);
  };

  const listening = listen(services.database, CHANNEL, wake, logger, stopping.signal);
  // Finds questions whose notification was missed, and those of a worker that died.
  const poll = setInterval(wake, POLL_MS);
  return {
    async stop() {
      stopping.abort();
      clearInterval(poll);
      await taking;
      await Promise.all(underWay);
      await listening;
    },
  };
}

async function answerOne(
  { database: { sql }, observedProvider }: Pick<WorkerServices, "database" | "observedProvider">,
  { question_id, provider, vm_id }: RowOf<typeof take>,
  signal: AbortSignal,
): Promise<void> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    const { compute } = await observedProvider(provider);
    const { bytes, truncated } = await compute.readConsoleLog(vm_id, limited);
    await sql.query(answer, { question_id, answer: bytes, truncated, error_code: null });
  } catch (error) {
    // Nobody waits any more, or another worker answers.
    if (limited.aborted) return;
    const error_code = error instanceof ProviderError ? error.code : "internal_error";
    await sql.query(answer, { question_id, answer: null, truncated: false, error_code });
    if (!(error instanceof ProviderError)) throw error;
  }
}
