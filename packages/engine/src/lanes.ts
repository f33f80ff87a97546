import type { Run } from "./run.ts";

/** An operation whose step takes longer than this mostly waits for its site. */
const SLOW_MS = 500;
/** How long a lane counts as slow after it was seen to be. */
const SLOW_FOR_MS = 60_000;
/** The part of the slots that slow lanes may have together. */
const SLOW_SHARE = 0.5;
/** The part of the slots that a lane has besides, so that no organization has all that it may have. */
const BESIDES = 0.25;
/** How many operations that wait for their sites a worker has besides those that do not. */
const MOST_WAITING = 128;

/** The room of a lane, for one claim. */
export interface LaneRoom {
  readonly lane: string;
  readonly inFlight: number;
  /** Null for as many as the claim takes. */
  readonly room: number | null;
}

/** An organization's operations in flight in a lane. */
export interface Turn {
  readonly lane: string;
  readonly organizationId: string;
  readonly inFlight: number;
}

export interface Room {
  /** How many operations may be claimed. */
  readonly limit: number;
  /** The lanes that are in flight or slow. */
  readonly lanes: readonly LaneRoom[];
  readonly turns: readonly Turn[];
  /** The most that an organization may have in flight in a lane that is slow. */
  readonly mostOfOrganization: number;
}

/**
 * Shares a worker's slots among lanes: the operations of a site are a lane, so that sites which answer late, or not at
 * all, keep no slot from the others. An operation that waits for its site takes no slot, as it takes neither processor
 * nor connection. Until it is seen to wait it does, so lanes that have lately been slow have half of the slots
 * together. No organization has more in flight in such a lane than there are slots, and others may have a quarter more
 * (docs/adr/0106).
 */
export class Lanes {
  readonly #runs: ReadonlyMap<string, Run>;
  readonly #slots: number;
  readonly #slowUntil = new Map<string, number>();

  constructor(runs: ReadonlyMap<string, Run>, slots: number) {
    this.#runs = runs;
    this.#slots = slots;
  }

  /** The room that there is now. */
  room(): Room {
    const now = performance.now();
    const lanes = new Map<string, { quick: number; waiting: number }>();
    const turns = new Map<string, Turn>();
    for (const { state, stepBeganAt } of this.#runs.values()) {
      const lane = lanes.get(state.lane) ?? { quick: 0, waiting: 0 };
      lanes.set(state.lane, lane);
      const { lane: name, organizationId } = state;
      const turn = `${organizationId} ${name}`;
      turns.set(turn, { lane: name, organizationId, inFlight: (turns.get(turn)?.inFlight ?? 0) + 1 });
      if (stepBeganAt === undefined || now - stepBeganAt < SLOW_MS) lane.quick += 1;
      else {
        lane.waiting += 1;
        this.#slowUntil.set(state.lane, now + SLOW_FOR_MS);
      }
    }
    for (const [lane, until] of this.#slowUntil) {
      if (until < now) this.#slowUntil.delete(lane);
      else if (!lanes.has(lane)) lanes.set(lane, { quick: 0, waiting: 0 });
    }
    const all = [...lanes];
    const quick = all.reduce((sum, [, counts]) => sum + counts.quick, 0);
    const waiting = all.reduce((sum, [, counts]) => sum + counts.waiting, 0);
    const slow = all.filter(([lane]) => this.#slowUntil.has(lane));
    const quickOfSlow = slow.reduce((sum, [, counts]) => sum + counts.quick, 0);
    const share = Math.ceil(Math.max(0, this.#slots * SLOW_SHARE - quickOfSlow) / Math.max(1, slow.length));
    const most = Math.ceil(this.#slots * (1 + BESIDES));
    return {
      turns: [...turns.values()],
      mostOfOrganization: this.#slots,
      limit: Math.max(0, this.#slots - quick - Math.max(0, waiting - MOST_WAITING)),
      lanes: all.map(([lane, counts]) => ({
        lane,
        inFlight: counts.quick + counts.waiting,
        room: this.#slowUntil.has(lane) ? Math.max(0, Math.min(share, most - counts.quick - counts.waiting)) : null,
      })),
    };
  }
}
