import type pg from "pg";
import { isNode, parseTree, type Tree, type TreeNode } from "./node-tree.ts";

/** The server's description of a statement. */
export interface Analysis {
  /** The types of its parameters. */
  readonly parameters: readonly number[];
  /** The types of its columns. */
  readonly results: readonly number[];
  /** Its analysed form. */
  readonly tree: TreeNode;
}

/** The statements of one round trip. */
const BATCH = 64;

/**
 * Asks the server for the types and the analysed form of statements (docs/adr/0029). Prepares them, for the types of
 * their parameters and columns. Then makes each the body of a function that lasts until the transaction is rolled back:
 * the server keeps its analysed form.
 * @param client in a transaction
 * @returns for each statement its analysis, or the server's error if it does not fit the schema
 */
export function analyse(client: pg.ClientBase, texts: readonly string[]): Promise<readonly (Analysis | Error)[]> {
  return inBatches(client, texts, async (batch) => {
    const prepared = await prepare(client, batch);
    const functions = batch.map(
      (text, index) =>
        `CREATE FUNCTION pg_temp.${nameOf(index)}(${prepared[index]?.arguments}) RETURNS void LANGUAGE sql BEGIN ATOMIC ${text}; END;`,
    );
    await client.query(functions.join("\n"));
    const { rows } = await client.query<{ name: string; tree: string }>(
      "SELECT proname AS name, prosqlbody::text AS tree FROM pg_proc WHERE pronamespace = pg_my_temp_schema()",
    );
    const trees = new Map(rows.map(({ name, tree }) => [name, tree]));
    return prepared.map(({ parameters, results }, index) => {
      const tree = firstQuery(parseTree(trees.get(nameOf(index)) ?? "<>"));
      if (tree === undefined) throw new Error("the server kept no analysed form of it");
      return { parameters, results, tree };
    });
  });
}

/**
 * Lets the server prepare statements.
 * @param client in a transaction
 * @returns the errors of those that do not fit the schema, in place of true
 */
export function tryStatements(client: pg.ClientBase, texts: readonly string[]): Promise<readonly (true | Error)[]> {
  return inBatches(client, texts, async (batch) => (await prepare(client, batch)).map(() => true as const));
}

interface Prepared extends Omit<Analysis, "tree"> {
  /** The types of its parameters, as arguments of a function. */
  readonly arguments: string;
}

async function prepare(client: pg.ClientBase, texts: readonly string[]): Promise<readonly Prepared[]> {
  await client.query(texts.map((text, index) => `PREPARE ${nameOf(index)} AS ${text};`).join("\n"));
  const { rows } = await client.query<Prepared & { name: string }>(
    `SELECT name, coalesce(parameter_types::oid[]::int8[]::int[], '{}') AS parameters,
            coalesce(result_types::oid[]::int8[]::int[], '{}') AS results,
            array_to_string(ARRAY(SELECT format_type(type, NULL)
                                    FROM unnest(parameter_types::oid[]) WITH ORDINALITY AS p (type, place)
                                   ORDER BY place), ', ') AS arguments
       FROM pg_prepared_statements`,
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  return texts.map((_, index) => {
    const prepared = byName.get(nameOf(index));
    if (prepared === undefined) throw new Error("the server did not prepare it");
    return prepared;
  });
}

function nameOf(index: number): string {
  return `described_${index}`;
}

function firstQuery(tree: Tree): TreeNode | undefined {
  if (Array.isArray(tree)) return firstQuery(tree[0] ?? null);
  return isNode(tree) ? tree : undefined;
}

/** Works on many statements at once. If one is refused, each half is tried alone, so that an error is that of one. */
async function inBatches<Result>(
  client: pg.ClientBase,
  texts: readonly string[],
  work: (batch: readonly string[]) => Promise<readonly Result[]>,
): Promise<readonly (Result | Error)[]> {
  if (texts.length <= BATCH) {
    await client.query("SAVEPOINT described");
    try {
      return await work(texts);
    } catch (error) {
      if (texts.length === 1) return [error instanceof Error ? error : new Error(String(error))];
    } finally {
      await client.query("ROLLBACK TO SAVEPOINT described; DEALLOCATE ALL");
    }
  }
  const half = Math.ceil(texts.length / 2);
  const first = await inBatches(client, texts.slice(0, half), work);
  return [...first, ...(await inBatches(client, texts.slice(half), work))];
}
