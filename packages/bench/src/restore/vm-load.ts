import { operationsEnded, until } from "@fulmar/testkit/stack";
import type { Place } from "../place.ts";

const CALLERS = 4;

/** A VM that the API has accepted. */
export interface AcceptedVm {
  readonly vmId: string;
  /** When its request was sent, and when it was answered. */
  readonly asked: number;
  readonly accepted: number;
  /** Whether its operation was seen to succeed. */
  made: boolean;
}

/** Callers that create one VM after the other until they are stopped, or their API is lost. */
export class VmLoad {
  readonly vms: AcceptedVm[] = [];
  readonly #place: Place;
  readonly #callers: Promise<void>[];
  /** Aborted when callers shall not go on. */
  readonly #end = new AbortController();
  /** Whether it is as expected that they cannot. */
  #lost = false;

  constructor(place: Place) {
    this.#place = place;
    this.#callers = Array.from({ length: CALLERS }, (_, caller) => this.#create(caller));
  }

  get made(): number {
    return this.vms.filter(({ made }) => made).length;
  }

  /** Waits until this many more VMs were made. */
  async more(count: number): Promise<void> {
    const wanted = this.made + count;
    const failed = Promise.all(this.#callers);
    const enough = until(
      `${count} more VMs`,
      async () => this.made,
      (made) => made >= wanted,
    );
    await Promise.race([enough, failed]);
  }

  /** Says that the API is about to be lost: what fails from now on is no error. */
  expectLoss(): void {
    this.#lost = true;
  }

  /** Waits until the callers have stopped. @throws Error when one failed before the loss */
  async end(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#callers);
  }

  async #create(caller: number): Promise<void> {
    const { rest, small } = this.#place;
    for (let number = 0; !this.#end.signal.aborted; number++) {
      try {
        const asked = performance.now();
        const accepted = await rest.ask("cloudVm.create", { ...small, name: `load-${caller}-${number}` });
        const vm = { vmId: accepted.vm_id, asked, accepted: performance.now(), made: false };
        this.vms.push(vm);
        await operationsEnded(rest, [accepted]);
        vm.made = true;
      } catch (error) {
        if (this.#lost) return;
        throw error;
      }
    }
  }
}
