import { Writable } from "node:stream";

/** A stream for a logger, with the text written to it. */
export function recordedLog(): { readonly stream: Writable; readonly text: () => string } {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream, text: () => text };
}
