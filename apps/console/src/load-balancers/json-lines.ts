/**
 * In which line of a JSON text the value at a path stands; that of its nearest ancestor where the path leads to
 * nothing, as for a field that is missing.
 * @param text well-formed JSON
 * @param path as errors name it: "listeners.0.port"
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
  /** Reads one value; `depth` is how many steps of the path lead to it, -1 where it is beside the path. */
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
