/** A block of a page that begins with ```` ```sh ````, to be run by a reader. */
export interface ShellBlock {
  /** Of the block's first line in its page, from 1. */
  readonly line: number;
  readonly code: string;
  /** The requirement on the machine, as of ```` ```sh needs=tofu ````. Undefined where the page's own tools will do. */
  readonly needs: string | undefined;
}

export function shellBlocks(markdown: string): readonly ShellBlock[] {
  return [...markdown.matchAll(/^```sh(?: needs=([\w-]+))?\n(.*?)^```$/gms)].map(
    ([, needs, code = ""], index, all) => ({
      line: markdown.slice(0, all[index]?.index).split("\n").length + 1,
      code,
      needs,
    }),
  );
}

/** A script that runs blocks one after the other in one shell, and says which one failed. */
export function scriptOf(blocks: readonly ShellBlock[]): string {
  return [
    "set -eu",
    `trap '[ $? -eq 0 ] || echo "The block in line $LINE_OF_PAGE failed." >&2' EXIT`,
    ...blocks.map(({ line, code }) => `LINE_OF_PAGE=${line}\n${code}`),
  ].join("\n");
}
