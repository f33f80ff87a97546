import { kept } from "./kept.ts";

/** How long an answer is kept. Anybody may ask, and the database is asked this often at most. */
const KEPT_MS = 1_000;

/**
 * Whether a server should get requests: its database's answer, or the reason against it as a sentence for `/readyz`.
 */
type Readiness<Answer> = { readonly answer: Answer } | { readonly whyNot: string };

/**
 * Creates the question whether a server is ready.
 * @param program the server's name in the sentence
 * @param leaving aborted when the process is about to end
 * @param ask queries the database, one query at a time; its errors are logged
 */
export function readiness<Answer>({
  program,
  leaving,
  logger,
  ask,
  keptMs = KEPT_MS,
}: {
  readonly program: string;
  readonly leaving: AbortSignal;
  readonly logger: { warn(context: object, message: string): void };
  readonly ask: () => Promise<Answer>;
  readonly keptMs?: number;
}): () => Promise<Readiness<Answer>> {
  const because = (why: string) => ({ whyNot: `The ${program} is not ready: ${why}; retry in a few seconds.` });
  const state = kept(async (): Promise<Readiness<Answer>> => {
    try {
      return { answer: await ask() };
    } catch (cause) {
      logger.warn({ err: cause }, "not ready");
      return because("its database does not answer");
    }
  }, keptMs);
  return async () => (leaving.aborted ? because("this process is about to end") : state());
}
