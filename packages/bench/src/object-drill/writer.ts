import { randomBytes, randomInt } from "node:crypto";
import { md5, type SignedObjects } from "./signed-objects.ts";

const KEYS = 6;
const LARGEST_BYTES = 100_000;

/** The MD5 that an object may have; undefined where there is no object. */
type Content = string | undefined;

/**
 * Changes objects at random, one request at a time, and remembers what was acknowledged. After a crash an object is as
 * its last acknowledged change left it, or as the change in progress would have.
 */
export class Writer {
  readonly #objects: SignedObjects;
  readonly #name: string;
  readonly #buckets: readonly string[];
  readonly #acknowledged = new Map<string, Content>();
  readonly #uncertain = new Map<string, Content>();
  changes = 0;

  constructor(objects: SignedObjects, name: string, buckets: readonly string[]) {
    this.#objects = objects;
    this.#name = name;
    this.#buckets = buckets;
  }

  /** Changes objects until the connection fails, or `ended` says so. */
  async run(ended: () => boolean): Promise<void> {
    while (!ended()) {
      const bucket = this.#buckets[randomInt(this.#buckets.length)] ?? "";
      const key = `${this.#name}/${randomInt(KEYS)}`;
      const place = `${bucket} ${key}`;
      // The next change of an object whose content is uncertain would hide what became of it.
      if (this.#uncertain.has(place)) continue;
      try {
        await this.#change(bucket, key, place);
        this.changes++;
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }

  /** Reads all its objects. @returns those that are neither as acknowledged nor as the change in progress left them */
  async wrongObjects(): Promise<string[]> {
    const wrong: string[] = [];
    for (const place of new Set([...this.#acknowledged.keys(), ...this.#uncertain.keys()])) {
      const [bucket = "", key = ""] = place.split(" ");
      const found = await this.#objects.read(bucket, key);
      const allowed = [this.#acknowledged.get(place)];
      if (this.#uncertain.has(place)) allowed.push(this.#uncertain.get(place));
      if (!allowed.includes(found)) wrong.push(place);
      this.#acknowledged.set(place, found);
      this.#uncertain.delete(place);
    }
    return wrong;
  }

  async #change(bucket: string, key: string, place: string): Promise<void> {
    const kind = randomInt(10);
    if (kind < 5) {
      const body = randomBytes(randomInt(LARGEST_BYTES));
      await this.#certain(place, md5(body), () => this.#objects.require("PUT", { bucket, key, body }));
    } else if (kind < 7) await this.#upload(bucket, key, place);
    else if (kind < 8) await this.#copy(bucket, key, place);
    else await this.#certain(place, undefined, () => this.#objects.require("DELETE", { bucket, key }));
  }

  async #certain(place: string, content: Content, change: () => Promise<unknown>): Promise<void> {
    this.#uncertain.set(place, content);
    await change();
    this.#acknowledged.set(place, content);
    this.#uncertain.delete(place);
  }

  async #upload(bucket: string, key: string, place: string): Promise<void> {
    const begun = await this.#objects.require("POST", { bucket, key, query: { uploads: "" } });
    const [, uploadId = ""] = /<UploadId>([^<]+)</.exec(begun) ?? [];
    const body = randomBytes(randomInt(1, LARGEST_BYTES));
    await this.#objects.require("PUT", { bucket, key, query: { uploadId, partNumber: "1" }, body });
    const parts =
      "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber>" +
      `<ETag>${md5(body)}</ETag></Part></CompleteMultipartUpload>`;
    await this.#certain(place, md5(body), () =>
      this.#objects.require("POST", { bucket, key, query: { uploadId }, body: parts }),
    );
  }

  async #copy(bucket: string, key: string, place: string): Promise<void> {
    const source = [...this.#acknowledged].find(
      ([other, content]) => content !== undefined && other !== place && !this.#uncertain.has(other),
    );
    if (source === undefined) return;
    const [other, content] = source;
    const headers = { "x-amz-copy-source": `/${other.replace(" ", "/")}` };
    await this.#certain(place, content, () => this.#objects.require("PUT", { bucket, key, headers }));
  }
}
