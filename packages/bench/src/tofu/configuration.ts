import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** An exit code of `plan -detailed-exitcode`. */
const CHANGES = 2;

/** A resource of a state. */
export interface StateResource {
  readonly address: string;
  readonly mode: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A plan's actions on a resource: `create`, `update`, `delete`, or `no-op`. */
export interface Change {
  readonly address: string;
  readonly actions: readonly string[];
}

export interface Workbench {
  readonly program: string;
  /** Holds what the configurations of a run share: the command-line configuration, the provider. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A folder with a configuration and its state, and OpenTofu in it. */
export class Configuration {
  readonly folder: string;
  readonly #bench: Workbench;
  /** Values of the configuration's variables. */
  readonly variables: Readonly<Record<string, string>>;

  constructor(bench: Workbench, name: string, variables: Readonly<Record<string, string>> = {}) {
    this.#bench = bench;
    this.folder = join(bench.folder, name);
    this.variables = variables;
  }

  async write(name: string, text: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(join(this.folder, name), text);
  }

  async copyFrom(folder: string): Promise<void> {
    await cp(folder, this.folder, { recursive: true });
  }

  apply(): Promise<string> {
    return this.#tofu("apply", "-no-color", "-auto-approve", "-parallelism=20");
  }

  destroy(): Promise<string> {
    return this.#tofu("destroy", "-no-color", "-auto-approve", "-parallelism=20");
  }

  /** The changes that a plan would make. */
  async changes(): Promise<Change[]> {
    await this.#tofu("plan", "-no-color", "-detailed-exitcode", "-out=plan");
    const plan: {
      resource_changes?: { address: string; mode: string; change: { actions: string[]; importing?: unknown } }[];
    } = JSON.parse(await this.#tofu("show", "-json", "plan"));
    return (plan.resource_changes ?? [])
      .filter(({ mode, change }) => mode === "managed" && change.actions.some((action) => action !== "no-op"))
      .map(({ address, change }) => ({ address, actions: change.actions }));
  }

  async resources(): Promise<StateResource[]> {
    const state: { values?: { root_module?: { resources?: StateResource[] } } } = JSON.parse(
      await this.#tofu("show", "-json"),
    );
    return (state.values?.root_module?.resources ?? []).filter(({ mode }) => mode === "managed");
  }

  /** The whole state as text. */
  state(): Promise<string> {
    return this.#tofu("state", "pull");
  }

  /** @returns what it prints @throws Error with its errors when it fails */
  async #tofu(...args: readonly string[]): Promise<string> {
    const { program, environment } = this.#bench;
    const given = Object.entries(this.variables).map(([name, value]) => [`TF_VAR_${name}`, value]);
    const env = { ...process.env, ...environment, ...Object.fromEntries(given), TF_IN_AUTOMATION: "1" };
    return run(program, [...args], { cwd: this.folder, env, maxBuffer: 2 ** 28 }).then(
      ({ stdout }) => stdout,
      (error) => {
        if (error.code === CHANGES && args.includes("-detailed-exitcode")) return String(error.stdout);
        throw new Error(`${program} ${args.join(" ")} failed:\n${error.stderr}`);
      },
    );
  }
}
