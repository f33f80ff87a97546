/**
 * Texts that people type for a random one: rows of keys, sequences, and words of examples. Repeats need no list.
 */
const TYPED = [
  "abcdefghijklmnopqrstuvwxyz",
  "zyxwvutsrqponmlkjihgfedcba",
  "01234567890",
  "09876543210",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "deadbeefcafebabe",
  "changeme please-change-this your-secret-here supersecret password passw0rd example fulmar default",
  "production development testing insecure administrator replace signing installation",
].join("\n");

const SHORTEST_COPY = 3;

/**
 * A secret that a generator has made is far from it: `openssl rand -hex 16` has 128, and is estimated at 100 or more.
 */
const ENOUGH_BITS = 64;

/**
 * Whether a secret of enough characters is too easy to guess: it repeats itself, or is made of what people type. As a
 * packer does, it counts what is neither a copy of something before it nor of the list, and each copy as one.
 */
export function isGuessable(secret: string): boolean {
  const text = `${TYPED}\n${secret.toLowerCase()}`;
  let parts = 0;
  for (let at = TYPED.length + 1; at < text.length; parts += 1) at += Math.max(1, copyAt(text, at));
  return parts * Math.log2(new Set(secret).size) < ENOUGH_BITS;
}

/** How many characters from a place on stand earlier in the text, or 0 if they are few. */
function copyAt(text: string, at: number): number {
  let length = SHORTEST_COPY;
  // A copy may overlap what it copies: so does a text that repeats one character.
  while (at + length <= text.length && text.slice(0, at + length - 1).includes(text.slice(at, at + length)))
    length += 1;
  return length === SHORTEST_COPY ? 0 : length - 1;
}
