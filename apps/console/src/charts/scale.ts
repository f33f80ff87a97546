const STEPS = [1, 2, 2.5, 5, 10] as const;

/** Round numbers from zero to at least `max`, approximately as many as requested: the marks of an axis. */
export function roundTicks(max: number, about = 4): number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((candidate) => candidate * power >= rough) ?? 10) * power;
  const count = Math.ceil(max / step - 1e-9);
  // Multiplied and not added up, because a sum of tenths accumulates rounding errors.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The stride at which `count` marks fit. */
export function tickStride(count: number, widthPx: number, eachPx: number): number {
  const room = Math.max(1, Math.floor(widthPx / eachPx));
  return Math.max(1, Math.ceil(count / room));
}
