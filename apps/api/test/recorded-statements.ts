import type { Database } from "@fulmar/prisma";

/** A statement as it went to the server. */
export interface RecordedStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Written in the background, whatever is asked meanwhile. */
const BACKGROUND: ReadonlySet<string | undefined> = new Set(["token_touch"]);

/**
 * Writes down every statement that goes through the database's pool, Prisma's too, from now on.
 * @returns carries out `work` and gives the statements that were sent meanwhile
 */
export function recordStatements({ pool }: Database): <Result>(work: () => Promise<Result>) => Promise<{ result: Result; statements: RecordedStatement[] }> {
  let statements: RecordedStatement[] = [];
  const watched = new WeakSet<object>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [first, values] = args as [string | { text: string; name?: string; values?: unknown[] }, unknown[] | undefined];
      const { text, name } = typeof first === "string" ? { text: first, name: undefined } : first;
      const own = typeof first === "string" ? values : (first.values ?? values);
      if (!BACKGROUND.has(name)) statements.push({ name, text, values: Array.isArray(own) ? own : [] });
      return query(...args);
    }) as typeof client.query;
  });
  return async (work) => {
    statements = [];
    const result = await work();
    return { result, statements };
  };
}
