/** Quotes a word of a configuration, so that nothing in it has a meaning there (HAProxy Configuration Manual §2.2). */
export function word(text: string): string {
  if (/[\0\r\n]/.test(text)) throw new Error("A word of a configuration cannot have line breaks.");
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a text in a format string, in which % begins a variable (§8.2.6). */
export function format(text: string): string {
  return word(text.replaceAll("%", "%%"));
}

/** An id as a name in a configuration. @throws Error for an id that is none of ours */
export function nameOf(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(id)) throw new Error(`The id ${JSON.stringify(id)} cannot be a name.`);
  return id;
}
