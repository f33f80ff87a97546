import { DEFAULT_NAME } from "@fulmar/contract";
import type { Letter } from "./letters.ts";

/** Whose mails they are (docs/adr/0115). */
export interface Sender {
  /** What the cloud is called. */
  readonly name: string;
  readonly support_email: string | null;
  /** The console's address for browsers. */
  readonly consoleUrl: string;
}

/**
 * Formats a letter as plain text and as simple HTML with the same words. A cloud with a name of its own has it in front
 * of the subject.
 */
export function formatLetter(
  { subject, paragraphs, link }: Letter,
  { name, support_email, consoleUrl }: Sender,
): { subject: string; text: string; html: string } {
  const url = link && `${consoleUrl}${link.path}`;
  const answers =
    support_email === null ? "Nobody reads answers to it." : `For help, answer it or write to ${support_email}.`;
  const foot = `This mail comes from ${name}, ${consoleUrl}. ${answers}`;
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${url}`] : []), `-- \n${foot}`].join("\n\n");
  const html = [
    '<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5">',
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(link && url !== undefined
      ? [`<p><a href="${escaped(url)}">${escaped(link.label)}</a><br><small>${escaped(url)}</small></p>`]
      : []),
    `<p><small>${escaped(foot)}</small></p></body></html>`,
  ].join("\n");
  return { subject: name === DEFAULT_NAME ? subject : `${name}: ${subject}`, text: `${text}\n`, html };
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
