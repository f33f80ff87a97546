/** Deeper nesting is refused anyway. */
const MOST_LEVELS = 64;

/** An open object or list of the scan. */
interface Level {
  /** The member names so far; null in a list. */
  readonly names: Set<string> | null;
  /** The current member's name or item's index. */
  place: string | number;
  awaitsName: boolean;
}

/**
 * Finds the first member name that an object repeats and returns its path (`rules.0.host`); undefined if there is none.
 * The meaning of such an object is undefined (RFC 8259 §4), so a proxy may have checked the other value. One pass over
 * the text, which must be valid JSON.
 */
export function repeatedName(json: string): string | undefined {
  const levels: Level[] = [];
  for (let at = 0; at < json.length && levels.length <= MOST_LEVELS; at++) {
    switch (json[at]) {
      case "{":
        levels.push({ names: new Set(), place: "", awaitsName: true });
        break;
      case "[":
        levels.push({ names: null, place: 0, awaitsName: false });
        break;
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        goOn(levels.at(-1));
        break;
      case '"': {
        const end = endOfString(json, at);
        const here = levels.at(-1);
        if (here?.awaitsName && isRepeated(here, json.slice(at, end + 1)))
          return levels.map(({ place }) => place).join(".");
        at = end;
      }
    }
  }
  return undefined;
}

function goOn(level: Level | undefined) {
  if (level === undefined) return;
  if (typeof level.place === "number") level.place++;
  else level.awaitsName = true;
}

/** Records a member's quoted name and returns whether it is a repetition. */
function isRepeated(level: Level, quoted: string): boolean {
  const name = quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  level.place = name;
  level.awaitsName = false;
  if (level.names?.has(name)) return true;
  level.names?.add(name);
  return false;
}

/**
 * The index of the closing quotation mark of the string that begins at `start`: the first one after an even number of
 * backslashes.
 */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
