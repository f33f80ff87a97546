/**
 * The line of a JSON text that contains the value at a path. If the path does not exist, as for a missing field, the
 * line of its nearest ancestor.
 * @param text well-formed JSON
 * @param path as in errors: "listeners.0.port"
 * @returns the line, counted from 1
 */
export function lineOf(text: string, path: string): number {
  const wanted = path === "" ? [] : path.split(".");
  let at = 0;
  let found = 0;
  const space = () => {
    while (/\s/.test(text[at] ?? "")) at += 1;
  };
  const string = (): string => {
    const start = at;
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at += 1;
    return text.slice(start + 1, at - 1);
  };
  /** Reads one value. `depth` is the number of path segments that lead to it, or -1 if it is not on the path. */
  const value = (depth: number) => {
    space();
    if (depth >= 0) found = at;
    const first = text[at];
    if (first === "{" || first === "[") members(first === "{", depth);
    else if (first === '"') string();
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at += 1;
  };
  const members = (named: boolean, depth: number) => {
    at += 1;
    for (let index = 0; at < text.length; index += 1) {
      space();
      if (text[at] === "}" || text[at] === "]") break;
      const key = named ? string() : String(index);
      if (named) {
        space();
        at += 1; // the colon
      }
      value(depth >= 0 && wanted[depth] === key ? depth + 1 : -1);
      space();
      if (text[at] === ",") at += 1;
    }
    at += 1;
  };
  value(0);
  return text.slice(0, found).split("\n").length;
}
