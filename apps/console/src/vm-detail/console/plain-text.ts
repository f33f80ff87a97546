const [ESC, BEL] = [String.fromCharCode(27), String.fromCharCode(7)];
/**
 * Colours and movements of a terminal: `ESC [ … letter`, titles until their bell or terminator, and single letters
 * behind an ESC (ECMA-48).
 */
const ESCAPES = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|[@-Z\\\\-_=>]|[()][0-9A-B])`,
  "g",
);
/** What else shows nothing; tabulators and ends of lines stay. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** What a terminal would have shown of a console's log, as far as plain text can. */
export function plainText(log: string): string {
  return log.replaceAll(ESCAPES, "").replaceAll(CONTROLS, "");
}
