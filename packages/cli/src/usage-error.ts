/** A command line that cannot be understood; the message is one sentence that says what to type. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
