import type { Database } from "@fulmar/prisma";

/** A statement as it went to the server. */
export interface RecordedStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether it went out behind another one that was not answered yet: then it took no round trip of its own. */
  readonly joined: boolean;
}

/** Written in the background, whatever is asked meanwhile. */
const BACKGROUND: ReadonlySet<string | undefined> = new Set(["token_touch"]);

/**
 * Writes down every statement that goes through the database's pool, Prisma's too, from now on.
 * @returns carries out `work` and gives the statements that were sent meanwhile
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
      if (!BACKGROUND.has(name))
        statements.push({ name, text, values: Array.isArray(own) ? own : [], joined: unanswered > 0 });
      unanswered++;
      const answered = () => {
        unanswered--;
      };
      // The pool asks with a callback, everybody else for a promise.
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
