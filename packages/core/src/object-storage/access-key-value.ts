import { randomBytes } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ID_LENGTH = 20;
const ID_PREFIX = "FK";
const SECRET_BYTES = 30;

/** What S3 clients show in every request: 20 characters as S3 has them, 90 of their bits random. */
export function newAccessKeyId(): string {
  const random = randomBytes(ID_LENGTH - ID_PREFIX.length);
  return ID_PREFIX + Array.from(random, (byte) => ALPHABET.charAt(byte & 31)).join("");
}

/** What S3 clients sign with: 240 random bits in 40 characters that need no escaping in files and addresses. */
export function newSecretAccessKey(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}
