const [ESC, BEL] = [String.fromCharCode(27), String.fromCharCode(7)];
/**
 * A terminal's escape sequences: `ESC [ … letter`, titles up to their bell or terminator, and an ESC with a single
 * letter (ECMA-48).
 */
const ESCAPES = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|[@-Z\\\\-_=>]|[()][0-9A-B])`,
  "g",
);
/** Other control characters. Tabs and line feeds are kept. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** Converts a console log to the text that a terminal would have shown, as far as plain text can. */
export function plainText(log: string): string {
  return log.replaceAll(ESCAPES, "").replaceAll(CONTROLS, "");
}
