const NAMES = [
  "FULMAR_TOKEN",
  "FULMAR_OPERATOR_TOKEN",
  "FULMAR_API_URL",
  "FULMAR_WORKSPACE",
  "FULMAR_CONFIG",
  "XDG_CONFIG_HOME",
  "XDG_STATE_HOME",
  "AWS_SHARED_CREDENTIALS_FILE",
  "AWS_CONFIG_FILE",
] as const;

/**
 * The variables that the command line reads. An empty one counts as unset. This is the only place that reads them: the
 * package is installed without the rest of the project, whose variables `packages/config` reads.
 */
export function environment(): Partial<Record<(typeof NAMES)[number], string>> {
  return Object.fromEntries(NAMES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
