import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { CLOUD_CONFIG_KEYS, nearestKey } from "./cloud-config-keys.ts";

/** Something about user data that is wrong, or that is probably not meant. */
export interface UserDataRemark {
  readonly kind: "error" | "hint";
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** A sentence. */
  readonly message: string;
}

/**
 * Formats other than cloud-config that cloud-init and its likes take, by the beginning of the text. Their content is not
 * checked.
 */
const OTHER_KINDS: readonly RegExp[] = [
  /^#!/,
  /^(content-type|mime-version):/i,
  /^## template: *jinja/i,
  /^#(include|include-once|cloud-boothook|cloud-config-archive|cloud-config-jsonp|part-handler|upstart-job)\b/,
  // Windows.
  /^(#ps1|#ps1_sysnative|rem cmd|<powershell>|<script>)/i,
];

/** The problem with user data. Empty text is none, and scripts and MIME messages are taken as they are. */
export function checkUserData(text: string): UserDataRemark[] {
  if (text.trim() === "" || OTHER_KINDS.some((kind) => kind.test(text))) return [];
  const [first = ""] = text.split(/\r?\n/);
  if (first.trimEnd() !== "#cloud-config")
    return [
      {
        kind: "error",
        line: 1,
        column: 1,
        message: "The first line must be #cloud-config, or #! for a script: cloud-init ignores anything else.",
      },
    ];
  return checkCloudConfig(text);
}

function checkCloudConfig(text: string): UserDataRemark[] {
  const lines = new LineCounter();
  // Numbers and dates are not converted, because only the structure is of interest.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core" });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const errors = document.errors.map(
    ({ pos: [offset], message }): UserDataRemark => ({
      ...at(offset),
      kind: "error",
      message: message.endsWith(".") ? message : `${message}.`,
    }),
  );
  // One mistake can be several errors in its line. The first says most.
  if (errors.length > 0)
    return [...new Map(errors.toReversed().map((error) => [error.line, error])).values()].toReversed();
  const { contents } = document;
  if (contents === null) return [];
  if (!isMap(contents))
    return [
      {
        ...at(contents.range?.[0] ?? 0),
        kind: "error",
        message: "A cloud-config consists of keys, such as packages:.",
      },
    ];
  return contents.items.flatMap(({ key }): UserDataRemark[] => {
    if (!isScalar(key) || typeof key.value !== "string" || CLOUD_CONFIG_KEYS.has(key.value)) return [];
    const nearest = nearestKey(key.value);
    const instead = nearest === null ? "" : ` Did you mean ${nearest}?`;
    return [{ ...at(key.range?.[0] ?? 0), kind: "hint", message: `cloud-init does not know ${key.value}.${instead}` }];
  });
}
