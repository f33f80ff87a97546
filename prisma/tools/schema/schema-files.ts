import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, blocksOf } from "./blocks.ts";
import type { Tables } from "./read-tables.ts";
import { readWritten, type Written } from "./written.ts";

const FOLDER = join(import.meta.dirname, "../../schema");

/** The file of a block that belongs beside none. */
const ELSEWHERE = "schema.prisma";

type Files = ReadonlyMap<string, string>;

/** The committed files by name. */
export function committedFiles(): Files {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".prisma"));
  return new Map(names.sort().map((name) => [name, readFileSync(join(FOLDER, name), "utf8")]));
}

export function writeFiles(files: Files): void {
  for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
}

/**
 * The files with the models and enums that the database has. Of what people have written, they keep the words, the
 * order, and the file in which a block is; what is new comes last.
 */
export function filesOf(tables: Tables, files: Files): Files {
  const written = new Map([...files].map(([name, text]) => [name, readWritten(text)]));
  const blocks = new Map(blocksOf(tables).map((block) => [block.name, block]));
  const home = new Map([...written].flatMap(([file, all]) => all.map(({ name }) => [name, file] as const)));
  const added = [...blocks.values()].filter(({ name }) => !home.has(name));
  for (const { name, beside } of added)
    home.set(name, beside.map((other) => home.get(other)).find((file) => file !== undefined) ?? ELSEWHERE);
  return new Map(
    [...written].map(([file, all]) => {
      const old = all.map((one) => one.text ?? textOf(blocks.get(one.name), one));
      const fresh = added.filter(({ name }) => home.get(name) === file).map((block) => textOf(block));
      return [file, [...old, ...fresh].filter((text) => text !== "").join("\n")];
    }),
  );
}

/** @returns "" for a block that the database does not have */
function textOf(block: Block | undefined, written?: Written): string {
  if (block === undefined) return "";
  const order = [...(written?.lines.keys() ?? [])];
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const groups = block.groups
    .filter((group) => group.length > 0)
    .map((group) =>
      [...group]
        .sort((one, other) => place(one.name) - place(other.name))
        .flatMap(({ name, text }) => [...(written?.lines.get(name) ?? []), text])
        .map((line) => `  ${line}\n`)
        .join(""),
    );
  return `${written?.words ?? ""}${block.kind} ${block.name} {\n${groups.join("\n")}}\n`;
}
