/**
 * The environment cannot be used: the message holds one sentence for each wrong variable, with its name and what is
 * allowed.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";

  constructor(sentences: readonly string[]) {
    super(sentences.join("\n"));
  }
}
