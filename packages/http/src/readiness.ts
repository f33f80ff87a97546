/**
 * Whether a server should get requests: its database's answer, or the reason against it as a sentence for `/readyz`.
 */
type Readiness<Answer> = { readonly answer: Answer } | { readonly whyNot: string };

/**
 * @param program the server's name in the sentence
 * @param leaving aborted when the process is about to end
 * @param ask queries the database; its errors are logged
 */
export async function readiness<Answer>({
  program,
  leaving,
  logger,
  ask,
}: {
  readonly program: string;
  readonly leaving: AbortSignal;
  readonly logger: { warn(context: object, message: string): void };
  readonly ask: () => Promise<Answer>;
}): Promise<Readiness<Answer>> {
  const because = (why: string) => ({ whyNot: `The ${program} is not ready: ${why}; retry in a few seconds.` });
  if (leaving.aborted) return because("this process is about to end");
  try {
    return { answer: await ask() };
  } catch (cause) {
    logger.warn({ err: cause }, "not ready");
    return because("its database does not answer");
  }
}
