/** A block of a file in prisma/schema, as people have written it. */
export interface Written {
  readonly name: string;
  /** The lines above the block. */
  readonly words: string;
  /** The names of its lines in their order, and the words above each. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  /** All of it, if it is neither a model nor an enum. */
  readonly text?: string;
}

/** Reads the blocks of a file. */
export function readWritten(text: string): readonly Written[] {
  const blocks = text.split(/^\}\n/m).map((block) => block.split(/^(\w+) (\w+) \{\n/m));
  return blocks.flatMap(([above = "", kind, name = "", body = ""]) => {
    if (kind === undefined) return [];
    const words = above.trimStart();
    const isOurs = kind === "model" || kind === "enum";
    return isOurs
      ? [{ name, words, lines: linesOf(body) }]
      : [{ name, words, lines: new Map(), text: `${words}${kind} ${name} {\n${body}}\n` }];
  });
}

function linesOf(body: string): Written["lines"] {
  const lines = new Map<string, readonly string[]>();
  let words: string[] = [];
  for (const line of body.split("\n").map((each) => each.trim())) {
    const name = /^[@\w]+/.exec(line)?.[0];
    if (line.startsWith("//")) words.push(line);
    else if (name !== undefined) {
      lines.set(name, words);
      words = [];
    }
  }
  return lines;
}
