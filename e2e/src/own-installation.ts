import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { environmentOf, type Product } from "./product.ts";

const RUN = join(import.meta.dirname, "../../scripts/run.mjs");

/** An installation of a test's own, for settings that others do not have. */
export class OwnInstallation {
  readonly #product: Product;
  readonly #env: NodeJS.ProcessEnv;
  readonly #process: ChildProcess;

  private constructor(product: Product, settings: Readonly<Record<string, string>>) {
    this.#product = product;
    this.#env = { ...process.env, ...environmentOf(product), ...settings };
    this.#process = spawn(process.execPath, [RUN, "start"], { env: this.#env, stdio: "inherit" });
  }

  /**
   * Starts it, and waits until its console answers.
   * @param page the page with which it begins: `/welcome` if it has no user, else `/sign-in`
   */
  static async start(
    product: Product,
    { settings, page }: { readonly settings: Readonly<Record<string, string>>; readonly page: "/welcome" | "/sign-in" },
  ): Promise<OwnInstallation> {
    const installation = new OwnInstallation(product, settings);
    const answers = () =>
      fetch(`http://127.0.0.1:${product.consolePort}${page}`, { redirect: "manual" }).then(
        (response) => response.status,
        () => 0, // the server does not listen yet
      );
    try {
      await expect.poll(answers, { timeout: 150_000 }).toBe(200);
    } catch (error) {
      await installation.remove();
      throw error;
    }
    return installation;
  }

  /** Runs a command of operators, and returns what it prints as JSON. */
  admin<Answer>(...args: readonly string[]): Answer {
    return JSON.parse(
      String(execFileSync(process.execPath, [RUN, "fulmar", "admin", ...args, "--json"], { env: this.#env })),
    );
  }

  /** Stops its processes. Its data stay. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#product.dataDir, { recursive: true, force: true });
  }
}
