import { accentColours } from "@fulmar/contract";
import type { CSSProperties } from "react";

/** The variables of globals.css that an installation's own accent sets. */
export function accentStyle(accent: string | null): CSSProperties {
  if (accent === null) return {};
  const { light, dark } = accentColours(accent);
  const variables = {
    ...{ "--own-accent": light.text, "--own-accent-soft": light.soft },
    ...{ "--own-accent-dark": dark.text, "--own-accent-dark-soft": dark.soft },
  };
  return variables as CSSProperties;
}
