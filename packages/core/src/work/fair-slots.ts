import { type FairRoom, roomBeside, type Slots, type TenantWork } from "./fair-share.ts";

/** Work that takes longer than this has kept its slot from others. */
const SLOW_MS = 2_000;
const SLOTS: Slots = { all: 64, slow: 16, ofOrganization: 16, slowOfOrganization: 4 };

interface Parts<Item extends TenantWork> {
  /** Takes what is due, as far as there is room. What is under way may be due. */
  readonly claim: (room: FairRoom, underWay: readonly Item[]) => Promise<readonly Item[]>;
  /** @returns false if it may take long: it is not called slow then */
  readonly work: (item: Item) => Promise<boolean>;
  /** Remembers how it is called from now on. */
  readonly call: (item: Item, slow: boolean) => Promise<void>;
  readonly onError: (error: unknown, item: Item) => void;
  /** Called when a slot is free again. */
  readonly onEnd?: () => void;
}

/**
 * The slots of a worker for work that waits for what tenants have chosen, such as receivers of webhooks and name
 * servers. They are shared by organization (docs/adr/0106): an organization has a quarter of them at most, however
 * much of its work is due, and what was slow gets a quarter of them in all.
 */
export class FairSlots<Item extends TenantWork> {
  readonly #parts: Parts<Item>;
  readonly #underWay = new Map<Promise<void>, Item>();
  #filling: Promise<void> | undefined;
  #again = false;
  readonly #closing = new AbortController();
  /** The number of items begun so far. */
  begun = 0;

  constructor(parts: Parts<Item>) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#underWay.size;
  }

  /** Begins what is due, until there is no room for it. @throws what the claim throws */
  async fill(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#again = true;
    this.#filling ??= this.#fillAll().finally(() => {
      this.#filling = undefined;
    });
    await this.#filling;
  }

  /** Resolves when one has ended. */
  async oneEnded(): Promise<void> {
    await Promise.race(this.#underWay.keys());
  }

  /** Begins nothing any more. Resolves when everything has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#filling?.catch(() => undefined);
    await Promise.all(this.#underWay.keys());
  }

  async #fillAll(): Promise<void> {
    for (let more = true; more; ) {
      this.#again = false;
      const underWay = [...this.#underWay.values()];
      const room = roomBeside(underWay, SLOTS);
      if (room.most === 0) return;
      const items = await this.#parts.claim(room, underWay);
      for (const item of items) this.#begin(item);
      more = !this.#closing.signal.aborted && (items.length > 0 || this.#wasAsked());
    }
  }

  /** Whether it was asked to fill since the last claim began. */
  #wasAsked(): boolean {
    return this.#again;
  }

  #begin(item: Item): void {
    this.begun += 1;
    const ending = this.#work(item)
      .catch((error: unknown) => this.#parts.onError(error, item))
      .finally(() => {
        this.#underWay.delete(ending);
        this.#parts.onEnd?.();
      });
    this.#underWay.set(ending, item);
  }

  async #work(item: Item): Promise<void> {
    const begun = performance.now();
    const counts = await this.#parts.work(item);
    const slow = counts && performance.now() - begun > SLOW_MS;
    if (slow !== item.slow) await this.#parts.call(item, slow);
  }
}
