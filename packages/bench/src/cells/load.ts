import type { SignedObjects } from "../object-drill/signed-objects.ts";
import { BUCKET, type Cell } from "./cell.ts";

/** The requests that are sent again and again: each returns the status and the text of the answer. */
const KINDS = {
  "list of VMs": async ({ cell }: Target) => {
    const { status, body } = await cell.client.get("/compute/cloud-vms");
    return { status, said: saidBy(body) };
  },
  "create of a VM": async ({ cell, vmBody }: Target, number: number) => {
    const name = `load-${number}`;
    const { status, body } = await cell.client.post("/compute/cloud-vms", name, { ...vmBody, name });
    return { status, said: saidBy(body) };
  },
  "get of an object": async ({ objects }: Target) => {
    const answer = await objects.send("GET", { bucket: BUCKET, key: "which" });
    return { status: answer.status, said: (await answer.text()).replaceAll(/<[^>]*>/g, " ") };
  },
  "page of the console": async ({ cell }: Target) => {
    const answer = await fetch(`${cell.names.console}/sign-in`, { redirect: "manual" });
    const text = await answer.text();
    return { status: answer.status, said: answer.headers.get("location") ?? text };
  },
} as const;

export type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

/** A cell with what its load needs. */
export interface Target {
  readonly cell: Cell;
  readonly objects: SignedObjects;
  readonly vmBody: object;
}

/** The answers of one kind of request to one cell in one phase. */
export interface Count {
  readonly phase: string;
  readonly cell: string;
  readonly kind: Kind;
  readonly statuses: Map<number | "no answer", number>;
  /** The texts of answers that were no success. */
  readonly sentences: Set<string>;
}

/** Sends requests of all kinds to all cells without a pause, one of a kind and cell at a time. */
export class Load {
  readonly #counts: Count[] = [];
  readonly #stopping = new AbortController();
  readonly #callers: Promise<unknown>;
  #phase = "";
  /** How many kinds of requests to cells there are. */
  #lines = 0;
  #waiting: (() => void) | undefined;

  constructor(targets: readonly Target[]) {
    this.#callers = Promise.all(targets.flatMap((target) => kinds.map((kind) => this.#call(target, kind))));
  }

  get counts(): readonly Count[] {
    return this.#counts;
  }

  /**
   * Begins a phase, and waits until each kind of request to each cell has been answered so many times.
   * @param beginning what the phase begins with
   */
  async phase(name: string, answers: number, beginning?: () => unknown): Promise<void> {
    this.#phase = name;
    await beginning?.();
    const isOver = () => {
      const counts = this.#counts.filter(({ phase }) => phase === name);
      return counts.length >= this.#lines && counts.every((count) => sum(count) >= answers);
    };
    while (!isOver()) await new Promise<void>((resolve) => (this.#waiting = resolve));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#callers;
  }

  async #call(target: Target, kind: Kind): Promise<void> {
    this.#lines++;
    for (let number = 0; !this.#stopping.signal.aborted; number++) {
      const answer = await KINDS[kind](target, number).catch((error: unknown) => ({
        status: "no answer" as const,
        said: String(error),
      }));
      // A request on its way when a phase began counts in that phase.
      if (this.#phase !== "") this.#record(this.#countOf(this.#phase, target.cell.name, kind), answer);
      this.#waiting?.();
    }
  }

  #record({ statuses, sentences }: Count, { status, said }: { status: number | "no answer"; said: string }): void {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === "no answer" || status >= 300) sentences.add(said.trim());
  }

  #countOf(phase: string, cell: string, kind: Kind): Count {
    const found = this.#counts.find((count) => count.phase === phase && count.cell === cell && count.kind === kind);
    if (found !== undefined) return found;
    const made = { phase, cell, kind, statuses: new Map(), sentences: new Set<string>() };
    this.#counts.push(made);
    return made;
  }
}

export const sum = ({ statuses }: Count): number => [...statuses.values()].reduce((all, count) => all + count, 0);

function saidBy(body: unknown): string {
  return typeof body === "object" && body !== null && "detail" in body ? String(body.detail) : "";
}
