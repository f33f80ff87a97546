/** Red, green and blue, each from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

const BARS: readonly Colour[] = [
  [255, 255, 255],
  [255, 255, 0],
  [0, 255, 255],
  [0, 255, 0],
  [255, 0, 255],
  [255, 0, 0],
  [0, 0, 255],
  [0, 0, 0],
];
const MARK: Colour = [128, 128, 128];
const MARK_WIDTH = 12;

/**
 * What a simulated machine shows, which has no graphics card: eight colours. A typed key moves them to the left by one,
 * and a grey square stands where a button of the pointer was pressed last.
 */
export class TestPicture {
  readonly width = 480;
  readonly height = 320;
  #keys = 0;
  #mark: readonly [x: number, y: number] | undefined;
  #revision = 0;

  /** Grows with each change. */
  get revision(): number {
    return this.#revision;
  }

  typed(): void {
    this.#keys += 1;
    this.#revision += 1;
  }

  pressed(x: number, y: number): void {
    this.#mark = [x, y];
    this.#revision += 1;
  }

  at(x: number, y: number): Colour {
    const [left = Number.NaN, top = Number.NaN] = this.#mark ?? [];
    if (Math.abs(x - left) < MARK_WIDTH / 2 && Math.abs(y - top) < MARK_WIDTH / 2) return MARK;
    return BARS[(Math.floor((x * BARS.length) / this.width) + this.#keys) % BARS.length] ?? MARK;
  }
}
