import { ConfigurationError, loadConfiguration } from "@fulmar/config";

/** Exits the process with one message per invalid variable. */
export function checkConfiguration() {
  try {
    loadConfiguration();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
