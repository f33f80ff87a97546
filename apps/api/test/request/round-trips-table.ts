import type { Operation } from "@fulmar/contract";
import type { RecordedStatement } from "@fulmar/testkit";

export interface OperationTrips {
  readonly operation: Operation;
  readonly statements: readonly RecordedStatement[];
}

const HEADING = `# Round trips to the database

Written by \`npm run generate\`, which sends the example of every operation and notes what goes to
PostgreSQL. Statements joined by + go out together and take one round trip. Prisma's statements are shown by what they do and where.
`;

/** Every operation with its round trips and their statements, in a table for each family of paths. */
export function roundTripsTable(trips: readonly OperationTrips[]): string {
  const families = Map.groupBy(trips, ({ operation }) => operation.path.split("/")[1] ?? "");
  const sections = [...families].map(([family, members]) => {
    const rows = members.map(({ operation, statements }) => {
      const groups = together(statements);
      return (
        `| \`${operation.id}\` | ${operation.method} ${operation.path} | ${groups.length} | ` +
        `${groups.map((group) => group.map(wordsOf).join(" + ")).join(", ")} |`
      );
    });
    return (
      `\n## ${family}\n\n| operation | request | round trips | statements |\n| --- | --- | --: | --- |\n` +
      `${rows.join("\n")}\n`
    );
  });
  return HEADING + sections.join("");
}

/** Groups statements by round trip. */
function together(statements: readonly RecordedStatement[]): RecordedStatement[][] {
  const groups: RecordedStatement[][] = [];
  for (const statement of statements) {
    const last = groups.at(-1);
    if (statement.joined && last !== undefined) last.push(statement);
    else groups.push([statement]);
  }
  return groups;
}

/** A lookup's name, the verb and table of a Prisma statement, or the transaction command. */
function wordsOf({ name = "", text }: RecordedStatement): string {
  const own = name.replace(/_confined$/, "");
  if (own !== "" && !own.startsWith("prisma_")) return own;
  if (/^(BEGIN|COMMIT|ROLLBACK)\b/.test(text)) return text.slice(0, 8).replace(/\W.*/s, "");
  const [, verb = "", table = ""] =
    /^\s*(\w+)\b.*?"public"\."(\w+)"/s.exec(text) ?? /^\s*(\w+)\b.*?\b(?:FROM|INTO|UPDATE) (\w+)/is.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}
