"use client";

import { accentColours, accentProblem } from "@fulmar/contract";

/** A link and a mark in the colour, on the pages of both themes. Nothing for a text that is no colour, or none to read. */
export function ColourPreview({ accent }: { accent: string }) {
  const colour = accent.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(colour) || accentProblem(colour) !== undefined) return null;
  const { light, dark } = accentColours(colour);
  return (
    <section aria-label="Preview of the colour" className="grid gap-3 sm:grid-cols-2">
      {[
        { theme: "Light", page: "#ffffff", ...light },
        { theme: "Dark", page: "#121215", ...dark },
      ].map(({ theme, page, text, soft }) => (
        <div
          key={theme}
          className="flex flex-wrap items-center gap-3 rounded-md border border-line px-3 py-2"
          style={{ backgroundColor: page, color: text }}
        >
          <span className="font-medium underline underline-offset-2">{theme}</span>
          <span className="rounded px-2 py-0.5 text-xs" style={{ backgroundColor: soft }}>
            {text}
          </span>
        </div>
      ))}
    </section>
  );
}
