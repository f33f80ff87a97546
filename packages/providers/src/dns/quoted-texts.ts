/** A TXT record is made of texts of at most 255 bytes (RFC 1035 §3.3.14). */
const TEXT_BYTES = 255;

/** A text as a TXT record has it: in quotes and in parts. What is not printable is written by its number. */
export function quotedTexts(text: string): string {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.max(1, Math.ceil(bytes.length / TEXT_BYTES)) }, (_, index) =>
    [...bytes.subarray(index * TEXT_BYTES, (index + 1) * TEXT_BYTES)].map(writtenByte).join(""),
  );
  return parts.map((part) => `"${part}"`).join(" ");
}

function writtenByte(byte: number): string {
  if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
  return byte < 0x20 || byte > 0x7e ? `\\${String(byte).padStart(3, "0")}` : String.fromCharCode(byte);
}
