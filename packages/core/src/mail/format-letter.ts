import type { Letter } from "./letters.ts";

/**
 * Formats a letter as plain text and as simple HTML with the same words.
 * @param consoleUrl the console's address for browsers
 */
export function formatLetter(
  { subject, paragraphs, link }: Letter,
  consoleUrl: string,
): { subject: string; text: string; html: string } {
  const url = link && `${consoleUrl}${link.path}`;
  const foot = `This mail comes from ${consoleUrl}. Nobody reads answers to it.`;
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${url}`] : []), `-- \n${foot}`].join("\n\n");
  const html = [
    '<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5">',
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(link && url !== undefined
      ? [`<p><a href="${escaped(url)}">${escaped(link.label)}</a><br><small>${escaped(url)}</small></p>`]
      : []),
    `<p><small>${escaped(foot)}</small></p></body></html>`,
  ].join("\n");
  return { subject, text: `${text}\n`, html };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Names of people and organizations are the text of others. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
