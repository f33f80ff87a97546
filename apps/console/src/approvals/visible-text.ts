// Letters that direct text or have no width: a request must not read otherwise than it is carried out.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of which every character can be seen: others appear by their numbers, as in `\u{202e}`. */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, (letter) =>
    letter === "\n" || letter === "\t" ? letter : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
