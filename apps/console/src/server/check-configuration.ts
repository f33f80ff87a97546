import { ConfigurationError, loadConfiguration } from "@fulmar/config";

/** Ends the process with one sentence for each wrong variable. */
export function checkConfiguration() {
  try {
    loadConfiguration();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
