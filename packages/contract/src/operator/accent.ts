// The colour that an installation gives its links and marks, on the console's backgrounds (docs/adr/0115). Without
// schemas, since pages show it.

/** What text must have (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
/** The backgrounds of the light and of the dark theme that are worst for text in the colour. */
const [LIGHT, DARK] = ["#f3f3f5", "#222228"];

/** The colours of the themes that derive from one accent. `soft` lies behind text in `text`. */
export interface AccentColours {
  readonly light: { readonly text: string; readonly soft: string };
  readonly dark: { readonly text: string; readonly soft: string };
}

/** The colours of an accent. The dark theme lightens it until it can be read there. */
export function accentColours(accent: string): AccentColours {
  const dark = firstReadable(accent, "#ffffff", DARK);
  return {
    light: { text: accent, soft: mixed(accent, "#ffffff", 0.06) },
    dark: { text: dark, soft: mixed(dark, "#121215", 0.12) },
  };
}

/**
 * Why a colour cannot be the accent, as a sentence without its subject: text in it, and white text on it, could hardly
 * be read. Undefined for one that can.
 */
export function accentProblem(accent: string): string | undefined {
  const contrast = contrastOf(accent, LIGHT);
  if (contrast >= LEAST_CONTRAST) return undefined;
  const darker = firstReadable(accent, "#000000", LIGHT);
  return (
    `must be darker: its contrast with the page is ${contrast.toFixed(1)}:1, and text needs ` +
    `${LEAST_CONTRAST}:1; ${darker} has it`
  );
}

/** The nearest mix with another colour that has the contrast. */
function firstReadable(colour: string, towards: string, background: string): string {
  for (let share = 1; share > 0; share -= 0.01) {
    const mix = mixed(colour, towards, share);
    if (contrastOf(mix, background) >= LEAST_CONTRAST) return mix;
  }
  return towards;
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The relative luminance of a colour (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const channels = channelsOf(colour).map((channel, index) =>
    Math.round(channel * share + (others[index] ?? 0) * (1 - share)),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
