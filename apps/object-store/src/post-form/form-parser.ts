import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { S3Error } from "../protocol/s3-error.ts";

/** AWS: the data of the form before the file is limited to 20 KB. */
export const MOST_FIELD_BYTES = 20 * 1024;
const MOST_FIELDS = 1000;
/** The limit of what is neither a field nor the file: boundaries, headers of parts, and what follows the file. */
const MOST_OTHER_BYTES = 1024 * 1024;

/** As for other bodies: a form may take this long plus its size at the slowest rate. */
const PATIENCE_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 1;

/**
 * Parses a form piece by piece. It holds the fields and the file's bytes of one piece; whoever writes the next piece
 * takes those bytes first.
 */
export class FormParser {
  /** The fields before the file, by lower-case name. */
  readonly fields = new Map<string, string>();
  /** Undefined until the file begins. */
  fileName: string | undefined;
  readonly #busboy: BusboyInstance;
  readonly #closed: Promise<void>;
  readonly #begun = Date.now();
  #bytes: Uint8Array[] = [];
  #fileEnded = false;
  #read = 0;
  #fieldBytes = 0;
  #otherBytes = 0;
  #fault: S3Error | undefined;

  constructor(contentType: string) {
    this.#busboy = busboyOf(contentType);
    this.#busboy.on("field", (name: string | undefined, value, _, truncated) => {
      if (this.fileName === undefined) this.#fault ??= this.#takeField(name, value, truncated);
    });
    this.#busboy.on("file", (_, file, name: string | undefined) => {
      this.fileName = name ?? "";
      file.on("data", (bytes: Uint8Array) => this.#bytes.push(bytes));
      file.on("end", () => {
        this.#fileEnded = true;
      });
      file.on("error", () => this.#failMalformed());
    });
    this.#busboy.on("error", () => this.#failMalformed());
    this.#closed = new Promise((resolve) => {
      this.#busboy.once("finish", resolve);
      this.#busboy.once("error", () => resolve());
    });
  }

  /** Resolves when the piece is parsed. @throws S3Error */
  async write(piece: Uint8Array): Promise<void> {
    this.#read += piece.length;
    if (Date.now() - this.#begun > PATIENCE_MS + this.#read / SLOWEST_BYTES_PER_MS)
      throw new S3Error("RequestTimeout", "The form arrives too slowly; send it again.");
    if (this.fileName === undefined || this.#fileEnded) this.#otherBytes += piece.length;
    if (this.#otherBytes > MOST_OTHER_BYTES) throw this.fileName === undefined ? fieldsTooLarge() : malformed();
    await new Promise<void>((resolve) => {
      this.#busboy.write(piece, () => resolve());
    });
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Ends the form. @throws S3Error when its last boundary is missing */
  async end(): Promise<void> {
    this.#busboy.end();
    await this.#closed;
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** The file's bytes since the last call. */
  taken(): Uint8Array[] {
    const bytes = this.#bytes;
    this.#bytes = [];
    return bytes;
  }

  /** @returns what is wrong with the field */
  #takeField(name: string | undefined, value: string, truncated: boolean): S3Error | undefined {
    if (name === undefined || name === "") return malformed();
    const field = name.toLowerCase();
    this.#fieldBytes += Buffer.byteLength(field) + Buffer.byteLength(value);
    if (truncated || this.#fieldBytes > MOST_FIELD_BYTES) return fieldsTooLarge();
    if (this.fields.has(field))
      return new S3Error("InvalidArgument", `The form has the field ${field} more than once.`);
    if (this.fields.size === MOST_FIELDS)
      return new S3Error("InvalidArgument", `A form must have at most ${MOST_FIELDS} fields.`);
    this.fields.set(field, value);
    return undefined;
  }

  #failMalformed(): void {
    this.#fault ??= malformed();
  }
}

function busboyOf(contentType: string): BusboyInstance {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw malformed();
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: (name) => name?.toLowerCase() === "file",
      limits: { fieldSize: MOST_FIELD_BYTES, files: 1 },
    });
  } catch (cause) {
    throw Object.assign(malformed(), { cause });
  }
}

function malformed(): S3Error {
  return new S3Error("MalformedPOSTRequest", "The body is not well-formed multipart/form-data.");
}

export function fieldsTooLarge(): S3Error {
  return new S3Error(
    "MaxPostPreDataLengthExceededError",
    "The fields before the file must have at most 20 KiB together; the file must be in a field that is named file.",
  );
}
