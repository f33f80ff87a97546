import type { SecretEncoding } from "@fulmar/contract";

/** The bytes of a value as a request has it; the contract has checked that it is what its encoding says. */
export function bytesOf({ value, encoding }: { readonly value: string; readonly encoding: SecretEncoding }): Buffer {
  return Buffer.from(value, encoding);
}

/** A value as an answer has it: in the encoding that it was written in. */
export function textOf(bytes: Buffer, encoding: SecretEncoding): string {
  return bytes.toString(encoding);
}
