import type { Database } from "@fulmar/prisma";

/** A statement as sent to the server. */
export interface RecordedStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether it was sent before the previous one was answered, and so took no round trip of its own. */
  readonly joined: boolean;
}

/** Statements written in the background, at any time. */
const BACKGROUND: ReadonlySet<string | undefined> = new Set(["token_touch"]);

/** Statements that are sent until there is an answer, so that their number depends on time. The first one counts. */
const POLLING: ReadonlySet<string | undefined> = new Set(["site_question_collect"]);

/**
 * Records every statement sent through the database's pool from now on, including Prisma's.
 * @returns a function that runs `work` and returns the statements sent meanwhile
 */
export function recordStatements({
  pool,
}: Database): <Result>(work: () => Promise<Result>) => Promise<{ result: Result; statements: RecordedStatement[] }> {
  let statements: RecordedStatement[] = [];
  const watched = new WeakSet<object>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    let unanswered = 0;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [first, values] = args as [
        string | { text: string; name?: string; values?: unknown[] },
        unknown[] | undefined,
      ];
      const { text, name } = typeof first === "string" ? { text: first, name: undefined } : first;
      const own = typeof first === "string" ? values : (first.values ?? values);
      const isRepeated = POLLING.has(name) && statements.at(-1)?.name === name;
      if (!BACKGROUND.has(name) && !isRepeated)
        statements.push({ name, text, values: Array.isArray(own) ? own : [], joined: unanswered > 0 });
      unanswered++;
      const answered = () => {
        unanswered--;
      };
      // The pool passes a callback, all other callers expect a promise.
      const callback = args.at(-1);
      if (typeof callback === "function") {
        return query(...args.slice(0, -1), (...answer: unknown[]) => {
          answered();
          callback(...answer);
        });
      }
      const answer = query(...args) as Promise<unknown>;
      answer.then(answered, answered);
      return answer;
    }) as typeof client.query;
  });
  return async (work) => {
    statements = [];
    const result = await work();
    const sent = statements;
    statements = [];
    return { result, statements: sent };
  };
}
