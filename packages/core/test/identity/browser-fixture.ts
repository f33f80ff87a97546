// A browser and an authenticator app, for the tests of sign-in.
import { createHmac } from "node:crypto";

/** A browser that stores cookies and deletes them on request. */
export function browser(userAgent = "test") {
  const jar = new Map<string, string>();
  return {
    headers: () =>
      new Headers({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "), "user-agent": userAgent }),
    keep<Answer extends { readonly cookies: readonly string[] }>(answer: Answer): Answer {
      for (const line of answer.cookies) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0/i.test(line) || value === "") jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
  };
}

/** RFC 6238 with the usual defaults of apps: SHA-1, 30 seconds, 6 digits. */
export function codeOf(uri: string, stepsAhead = 0): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const bits = [...secret]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const digest = createHmac("sha1", key).update(counter).digest();
  return String((digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}
