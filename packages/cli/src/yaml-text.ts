import { Document, type Scalar, visit } from "yaml";

/**
 * Text that every reader takes for itself where it stands without quotes: it begins like a word and has nothing that is
 * syntax. Dates, numbers and addresses do not begin so.
 */
const PLAIN = /^[\p{L}_/](?:[\p{L}\p{M}\p{N}._/@+=-]|[ :](?=[\p{L}\p{M}\p{N}._/@+=-]))*$/u;
/** Words of YAML 1.1 that are no text, for PyYAML, Go's yaml.v2 or, an exponent alone, for the package yaml. */
const WORD = /^(?:y|n|yes|no|on|off|true|false|null|e[-+]?\d+)$/i;
/** Lines, of which the first is not indented, none ends in white space and the last is not empty. */
const LINES = /^\S(?:.*\S)?(?:\n(?:.*\S)?)*(?<!\n\n)$/u;
/** Characters that some reader takes for the end of a line, or does not take. Quotes hold them by their numbers. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A number with an exponent, which YAML 1.1 reads with a point only. */
const EXPONENT = {
  tag: "tag:yaml.org,2002:float",
  // It is written without its tag.
  default: true,
  test: /^-?\d\.0e/,
  identify: (value: unknown) => typeof value === "number" && /^-?\de/.test(String(value)),
  resolve: Number,
  stringify: ({ value }: Scalar) => String(value).replace("e", ".0e"),
};

/** A value as YAML that readers of YAML 1.1 and 1.2 read as the same. */
export function yamlText(value: unknown): string {
  const document = new Document(value, { customTags: (tags) => [EXPONENT, ...tags] });
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "string") scalar.type = styleOf(scalar.value);
    },
  });
  // All of these are in quotes, but for the ends of lines.
  return document
    .toString({ lineWidth: 0 })
    .replaceAll(UNSEEN, (character) => (character === "\n" ? character : escaped(character)));
}

function styleOf(text: string): "PLAIN" | "BLOCK_LITERAL" | "QUOTE_DOUBLE" {
  if (PLAIN.test(text) && !WORD.test(text)) return "PLAIN";
  const isSeen = text.replaceAll("\n", "").search(UNSEEN) === -1;
  return text.includes("\n") && isSeen && LINES.test(text) ? "BLOCK_LITERAL" : "QUOTE_DOUBLE";
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
