import type { IncomingMessage } from "node:http";
import { S3Error } from "../protocol/s3-error.ts";
import { validKey } from "../protocol/s3-request.ts";
import { FormParser, fieldsTooLarge, MOST_FIELD_BYTES } from "./form-parser.ts";

const FILE_NAME = "$" + "{filename}";

/** The fields before the file, and the file as a stream. */
export interface PostForm {
  /** By lower-case name. `${filename}` is replaced in all values. */
  readonly fields: ReadonlyMap<string, string>;
  /**
   * Can be read once. The end of the form is checked after its last byte, so the bytes may be used only if the
   * iteration does not throw.
   */
  readonly file: AsyncIterable<Uint8Array>;
  /** The name of the file without folders; empty if the form has none. */
  readonly fileName: string;
  /** The field Content-Type. Like in AWS, the type in the file's own part, which no policy covers, is not used. */
  readonly contentType: string | undefined;
}

/**
 * Reads a form up to its file. AWS: the file must be the last field, and fields after it are ignored.
 * @throws S3Error MalformedPOSTRequest, InvalidArgument or MaxPostPreDataLengthExceededError
 */
export async function readPostForm(message: IncomingMessage): Promise<PostForm> {
  const parser = new FormParser(message.headers["content-type"] ?? "");
  for await (const piece of piecesOf(message)) {
    await parser.write(piece);
    if (parser.fileName !== undefined) break;
  }
  const { fileName } = parser;
  if (fileName === undefined) {
    await parser.end();
    throw new S3Error("InvalidArgument", "A form must have exactly one file, in a field that is named file.");
  }
  const fields = expanded(parser.fields, fileName);
  return { fields, file: fileOf(message, parser), fileName, contentType: fields.get("content-type") || undefined };
}

/** The key of the new object. @throws S3Error when the form has none, or no bucket may hold it */
export function keyOf({ fields }: Pick<PostForm, "fields">): string {
  const key = fields.get("key") ?? "";
  if (key === "") throw new S3Error("InvalidArgument", "A form must have the field key, before the file.");
  return validKey(key);
}

async function* fileOf(message: IncomingMessage, parser: FormParser): AsyncGenerator<Uint8Array> {
  yield* parser.taken();
  for await (const piece of piecesOf(message)) {
    await parser.write(piece);
    yield* parser.taken();
  }
  await parser.end();
  yield* parser.taken();
}

/** Refusing a form midway must not close the connection, so that the client receives the refusal. */
function piecesOf(message: IncomingMessage): AsyncIterable<Buffer> {
  return message.iterator({ destroyOnReturn: false });
}

/** AWS: the variable `${filename}` is recognized by all fields, and expanded before the policy is checked. */
function expanded(fields: ReadonlyMap<string, string>, fileName: string): Map<string, string> {
  const all = new Map<string, string>();
  let size = 0;
  for (const [name, value] of fields) {
    const pieces = value.split(FILE_NAME);
    size += Buffer.byteLength(name) + Buffer.byteLength(value) + (pieces.length - 1) * Buffer.byteLength(fileName);
    if (size > MOST_FIELD_BYTES) throw fieldsTooLarge();
    all.set(name, pieces.join(fileName));
  }
  return all;
}
