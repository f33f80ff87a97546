const STEPS = [1, 2, 2.5, 5, 10] as const;

/** Round numbers from zero to at least `max`, about as many as asked for: what an axis is marked with. */
export function roundTicks(max: number, about = 4): number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((candidate) => candidate * power >= rough) ?? 10) * power;
  const count = Math.ceil(max / step - 1e-9);
  // Not added up: a sum of tenths is not what people write.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Every how many-th of `count` marks there is room for. */
export function tickStride(count: number, widthPx: number, eachPx: number): number {
  const room = Math.max(1, Math.floor(widthPx / eachPx));
  return Math.max(1, Math.ceil(count / room));
}
