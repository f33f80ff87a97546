/** Whether this process records spans. Next bundles pages and routes apart, so the state is the process's and not a module's. */
const KEY = Symbol.for("fulmar.tracing");

interface Process {
  [KEY]?: true;
}

const ofProcess = globalThis as Process;

export function isTracing(): boolean {
  return ofProcess[KEY] === true;
}

export function setTracing(): void {
  ofProcess[KEY] = true;
}
