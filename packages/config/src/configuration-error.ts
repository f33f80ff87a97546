/**
 * The environment is invalid. The message has one sentence for each wrong variable, with its name and the allowed
 * values.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";

  constructor(sentences: readonly string[]) {
    super(sentences.join("\n"));
  }
}
