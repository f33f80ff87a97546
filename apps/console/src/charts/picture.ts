import type { Tone } from "@/components/status-badge.tsx";

/** The colour of a state in a diagram. */
export const TONE_FILL: Readonly<Record<Tone, string>> = {
  good: "fill-good",
  busy: "fill-busy",
  warn: "fill-warn",
  bad: "fill-bad",
  quiet: "fill-quiet",
};

/** For the small text in diagrams. */
const PIXELS_PER_LETTER = 6.6;

/** Truncates a text to a width, because SVG has no ellipsis. */
export function fitted(text: string, pixels: number): string {
  const room = Math.max(3, Math.floor(pixels / PIXELS_PER_LETTER));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
