import { COPIED_SETTINGS, type CopiedBucket, ProviderError } from "@fulmar/providers";
import { workOn } from "../../work/work-through.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { lackingCapability } from "./capabilities.ts";
import { compareTarget } from "./compare-target.ts";
import { CopiedVersions, sourceOf } from "./copied-versions.ts";
import { type Copying, copyPass } from "./copy-pass.ts";
import { emptyEmbedded } from "./embedded-rows.ts";
import { freeze, hasOlderWriters, unfreeze } from "./freeze.ts";
import { listedKeys } from "./listed-keys.ts";
import { type Move, MoveRow, type MoveStep } from "./move-row.ts";
import { bucketIn, ServerSide } from "./sides.ts";
import { switchBucket } from "./switch-bucket.ts";

export type MoveServices = Pick<WorkerServices, "database" | "secrets" | "publicObjectStoreUrl">;

/** A pass that changed no more than this is followed by the freeze. */
const FEW = 200;
/** How often the frozen bucket is copied and compared before it is let go again. */
const MOST_COMPARISONS = 3;
const AT_ONCE = 16;

/** One move, as a worker takes it from step to step. Every step may be repeated after a crash. */
export class BucketMoving {
  readonly #services: MoveServices;
  readonly #move: Move;
  readonly #row: MoveRow;
  readonly #copied: CopiedVersions;
  readonly #isOver: () => boolean;
  readonly #signal: AbortSignal;

  /** @param isOver asked between batches of keys of the first copy: the move goes on in another run */
  constructor(services: MoveServices, move: Move, isOver: () => boolean, signal: AbortSignal) {
    const { sql } = services.database;
    this.#services = services;
    this.#move = move;
    this.#row = new MoveRow(sql, move.move_id);
    this.#copied = new CopiedVersions(sql, move.move_id, move.workspace_id);
    this.#isOver = isOver;
    this.#signal = signal;
  }

  /** Carries out one step. @returns the step to go on with; undefined to go on later, or if the move has ended */
  async carryOut(step: MoveStep): Promise<MoveStep | undefined> {
    const next = await this.#run(step);
    if (next !== undefined && next !== "clean") await this.#row.goTo(next);
    return next;
  }

  #run(step: MoveStep): Promise<MoveStep | undefined> {
    if (this.#move.cancelling && !["switch", "clean", "undo"].includes(step)) return Promise.resolve("undo");
    switch (step) {
      case "prepare":
        return this.#prepare();
      case "copy":
        return this.#copy();
      case "catch_up":
        return this.#catchUp();
      case "freeze":
        return this.#finish();
      case "switch":
        return this.#switch();
      case "clean":
        return this.#clean();
      case "undo":
        return this.#undo();
      default:
        throw new Error(`a move has no step ${step}`);
    }
  }

  async #prepare(): Promise<MoveStep | undefined> {
    const { sql } = this.#services.database;
    if (this.#staysInStore) return "switch";
    if (await hasOlderWriters(sql, this.#move.started_at)) {
      await this.#row.tryLater("A transaction that began before the move has not ended yet.", 1_000);
      return undefined;
    }
    if (this.#move.to_backend === "embedded" || (await this.#at("to").make(this.#services.secrets))) return "copy";
    await unfreeze(sql, this.#move, null);
    await this.#row.end("failed", `The name ${this.#move.bucket_name} is taken in the region ${this.#move.to_region}.`);
    return undefined;
  }

  async #copy(): Promise<MoveStep | undefined> {
    const outcome = await copyPass(await this.#copying(), this.#move.position, this.#isOver, this.#signal);
    return outcome === undefined ? undefined : "catch_up";
  }

  async #catchUp(): Promise<MoveStep | undefined> {
    const copying = await this.#copying();
    // Also finds what a worker has copied without recording it before it died.
    await compareTarget(copying, this.#signal);
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      const outcome = await copyPass(copying, null, () => false, this.#signal);
      if (outcome === undefined) return undefined;
      const { changed } = outcome;
      // When passes get no shorter, the bucket changes as fast as it is copied.
      if (changed <= FEW || changed > before / 2) return "freeze";
      before = changed;
    }
  }

  /** Nobody writes from here to the switch. What fails lets the bucket go, and it is caught up with again. */
  async #finish(): Promise<MoveStep> {
    const { database } = this.#services;
    try {
      await freeze(database, this.#move);
      if (this.#move.from_backend !== "embedded") await this.#at("from").apply();
      const lacking = await lackingCapability(database.sql, this.#move);
      if (lacking !== undefined)
        throw new ProviderError(
          "capability_lacking",
          `The bucket uses ${lacking} now, which the region ${this.#move.to_region} does not offer; remove ` +
            "that, or cancel the move.",
          { retryable: true },
        );
      const copying = await this.#copying();
      await this.#copyAndCompare(copying);
      for (const setting of COPIED_SETTINGS)
        await copying.target.putSetting(setting, await copying.source.setting(setting, this.#signal), this.#signal);
      if (this.#move.to_backend !== "embedded") {
        await this.#at("to").become("bound", ["arriving"]);
        await this.#at("to").apply();
      }
      return "switch";
    } catch (error) {
      this.#signal.throwIfAborted();
      await this.#letGo();
      throw error;
    }
  }

  async #copyAndCompare(copying: Copying): Promise<void> {
    let missed: string | undefined;
    for (let attempt = 1; attempt <= MOST_COMPARISONS; attempt++) {
      missed = (await copyPass(copying, null, () => false, this.#signal))?.missed;
      if ((await compareTarget(copying, this.#signal)) === 0 && missed === undefined) return;
    }
    const sentence =
      missed === undefined
        ? "The target has other objects than were copied; it is copied again."
        : `The object ${missed} is listed in the region ${this.#move.from_region} and cannot be read; write or delete it.`;
    throw new ProviderError("copies_differ", sentence, { retryable: true });
  }

  async #letGo(): Promise<void> {
    if (this.#move.to_backend !== "embedded") await this.#at("to").become("arriving", ["bound"]);
    await unfreeze(this.#services.database.sql, this.#move, "moving");
    await this.#row.goTo("catch_up");
  }

  async #switch(): Promise<MoveStep> {
    if (await switchBucket(this.#services.database, this.#move, this.#copied)) return "clean";
    return "undo";
  }

  /** Removes what was verified, and nothing else. */
  async #clean(): Promise<undefined> {
    const { sql } = this.#services.database;
    if (this.#move.from_backend === "embedded") {
      if (!this.#staysInStore) await emptyEmbedded(sql, this.#move, this.#signal);
    } else {
      // It was frozen until now.
      await this.#at("from").apply();
      await this.#emptySource();
      await this.#at("from").become("ended", ["leaving"]);
      await this.#at("from").apply();
    }
    await unfreeze(sql, this.#move, null);
    await this.#row.end("done", null);
  }

  async #emptySource(): Promise<void> {
    const source = await this.#bucket("from");
    let from: string | null = null;
    let unknown = 0;
    for await (const { keys, to } of listedKeys(source, null, this.#signal)) {
      const moved = new Set((await this.#copied.between(from, to)).map((row) => `${row.key} ${row.source}`));
      const versions = [...keys.values()].flat();
      const verified = versions.filter((version) => moved.has(`${version.key} ${sourceOf(version)}`));
      unknown += versions.length - verified.length;
      await this.#removeAll(source, verified);
      if (to === null) break;
      from = to;
    }
    if (unknown === 0) return;
    throw new ProviderError(
      "written_late",
      `${unknown} versions were written in the region ${this.#move.from_region} after the move and are kept ` +
        "there; copy or delete them.",
      { retryable: true },
    );
  }

  async #removeAll(
    bucket: CopiedBucket,
    versions: readonly { readonly key: string; readonly versionId: string }[],
  ): Promise<void> {
    const remove = ({ key, versionId }: (typeof versions)[number]) => bucket.remove(key, versionId, this.#signal);
    const errors = await workOn(versions, remove, this.#signal, AT_ONCE);
    if (errors.length > 0) throw errors[0];
  }

  /** Removes what the move has made in the target. */
  async #undo(): Promise<undefined> {
    const { sql } = this.#services.database;
    if (this.#move.to_backend === "embedded") {
      if (!this.#staysInStore) await emptyEmbedded(sql, this.#move, this.#signal);
    } else {
      const side = this.#at("to");
      await side.become("arriving", ["bound", "made"]);
      await side.become("ended", ["reserved", "taken"]);
      if (await side.become("arriving", ["arriving"])) {
        await side.apply();
        const target = await this.#bucket("to");
        for await (const { keys } of listedKeys(target, null, this.#signal))
          await this.#removeAll(target, [...keys.values()].flat());
        await side.become("ended", ["arriving"]);
      }
      await side.apply();
    }
    await unfreeze(sql, this.#move, null);
    await this.#row.end("cancelled", null);
  }

  async #copying(): Promise<Copying> {
    const [source, target] = [await this.#bucket("from"), await this.#bucket("to")];
    const { versioning, bucket_lock_enabled, to_backend } = this.#move;
    const hasVersions = versioning !== null || (bucket_lock_enabled && to_backend !== "embedded");
    return { source, target, copied: this.#copied, row: this.#row, hasVersions };
  }

  #bucket(end: "from" | "to"): Promise<CopiedBucket> {
    return bucketIn(end === "from" ? this.#move.from_region : this.#move.to_region, this.#move, this.#services);
  }

  #at(end: "from" | "to"): ServerSide {
    const region = end === "from" ? this.#move.from_region : this.#move.to_region;
    return new ServerSide(this.#services.database.sql, region, this.#move, this.#signal);
  }

  get #staysInStore(): boolean {
    return this.#move.from_backend === "embedded" && this.#move.to_backend === "embedded";
  }
}
