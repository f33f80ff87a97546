/**
 * Whether a text matches a pattern in which `*` stands for any characters and `?` for one. It takes at most the product
 * of both lengths, whatever the pattern.
 */
export function matches(pattern: string, text: string): boolean {
  let [at, read] = [0, 0];
  let [star, resume] = [-1, 0];
  while (read < text.length) {
    if (pattern[at] === "*") {
      star = at++;
      resume = read;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[read])) {
      at++;
      read++;
    } else if (star >= 0) {
      at = star + 1;
      read = ++resume;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
