/** What is nested deeper is refused anyway. */
const MOST_LEVELS = 64;

/** An object or a list that the scan is in. */
interface Level {
  /** Of the members so far; null in a list. */
  readonly names: Set<string> | null;
  /** The name of the member, or the index of the item, that the scan is at. */
  place: string | number;
  awaitsName: boolean;
}

/**
 * The first name that one object has twice, with the way to it (`rules.0.host`); undefined where there is none. What
 * such an object means is open (RFC 8259 §4): whoever checked it on its way here may have read the other value. One
 * pass over the text, which must be valid JSON.
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

/** Takes the name of a member, as it is written. */
function isRepeated(level: Level, quoted: string): boolean {
  const name = quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  level.place = name;
  level.awaitsName = false;
  if (level.names?.has(name)) return true;
  level.names?.add(name);
  return false;
}

/**
 * Where the quotation mark is that ends the string which begins at `start`: the first behind an even number of
 * backslashes.
 */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
