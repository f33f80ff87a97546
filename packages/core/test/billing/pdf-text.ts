import { inflateSync } from "node:zlib";

/** The words on the pages of a PDF by PDFKit: hexadecimal strings, cut where letters are kerned. */
export function textOf(pdf: Buffer): string {
  const streams: string[] = [];
  for (let at = pdf.indexOf("stream\n"); at !== -1; at = pdf.indexOf("stream\n", at + 1)) {
    const end = pdf.indexOf("endstream", at);
    const bytes = pdf.subarray(at + "stream\n".length, end);
    if (bytes[0] === 0x78) streams.push(inflateSync(bytes).toString("latin1"));
    at = end + "endstream".length;
  }
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[(.*?)\] TJ/g)])
    .map(([, parts = ""]) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1")).join(""),
    )
    .join("\n");
}
