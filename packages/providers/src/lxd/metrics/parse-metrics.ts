/** One value of a text in the format of OpenMetrics. */
export interface Sample {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

/** The samples of a text; comments and what is no number are left out. */
export function parseMetrics(text: string): Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, metric, labels = "", value] = LINE.exec(line) ?? [];
    if (metric === undefined || !Number.isFinite(Number(value))) return [];
    const pairs = [...labels.matchAll(LABEL)].map(
      ([, name = "", quoted = ""]) => [name, quoted.replaceAll(/\\(.)/g, "$1")] as const,
    );
    return [{ metric, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}
