/** What a server refused. The message is for logs. */
export class OvsdbError extends Error {
  override readonly name = "OvsdbError";
  /** Such as `constraint violation` or `timed out` (RFC 7047, sections 4.1.3 and 5.2). */
  readonly code: string;
  /** Which operation of the transaction it is about, from 0; null for the whole. */
  readonly operation: number | null;

  constructor(code: string, details: string, operation: number | null) {
    super(details === "" ? code : `${code}: ${details}`);
    this.code = code;
    this.operation = operation;
  }
}

/** A connection that cannot be made, or that ended. */
export class OvsdbUnreachable extends Error {
  override readonly name = "OvsdbUnreachable";
}
