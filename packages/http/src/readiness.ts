/** Whether a server should get requests: what its database answered, or why not, in a sentence for `/readyz`. */
type Readiness<Answer> = { readonly answer: Answer } | { readonly whyNot: string };

/**
 * @param program what the server is called in a sentence
 * @param leaving aborted when the process is about to end
 * @param ask asks the database; what it throws is logged
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
