"use client";

import { inSentence } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { Question } from "@/client/trpc.ts";
import { Button } from "./button.tsx";
import { PopoverButton } from "./popover-button.tsx";

export type FacetOptions = readonly (readonly [value: string, words: string])[];

/** With more values than this, a box finds among them. */
const AT_A_GLANCE = 8;

/** A filter of which several values can be chosen: a row with any of them is listed. */
export function Facet({
  label,
  chosen,
  options,
  onChoose,
}: {
  label: string;
  chosen: readonly string[];
  /** The values, or the question for them, which is asked when the box is opened. */
  options: FacetOptions | Question<readonly string[]>;
  onChoose: (values: readonly string[]) => void;
}) {
  const [opened, setOpened] = useState(false);
  const wordsOf = (value: string) => ("map" in options && options.find(([each]) => each === value)?.[1]) || value;
  const [first, ...others] = chosen;
  return (
    <PopoverButton
      onOpen={() => setOpened(true)}
      className="max-w-60 px-3 font-normal"
      content={
        <>
          <span className="truncate">
            {label}
            {first !== undefined && `: ${wordsOf(first)}`}
          </span>
          {others.length > 0 && <span className="text-ink-muted">+{others.length}</span>}
          <ChevronDown className="size-3.5 shrink-0 text-ink-subtle" aria-hidden />
        </>
      }
    >
      {"map" in options ? (
        <Values label={label} chosen={chosen} options={options} onChoose={onChoose} />
      ) : (
        opened && <AskedValues label={label} chosen={chosen} question={options} onChoose={onChoose} />
      )}
    </PopoverButton>
  );
}

function AskedValues({ question, ...facet }: Omit<ValuesProps, "options"> & { question: Question<readonly string[]> }) {
  const { data, isError } = useQuery(question);
  if (data === undefined)
    return (
      <p className="text-ink-muted text-sm">{isError ? "The values could not be loaded; try again." : "Loading…"}</p>
    );
  return <Values {...facet} options={data.map((value) => [value, value] as const)} />;
}

interface ValuesProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly options: FacetOptions;
  readonly onChoose: (values: readonly string[]) => void;
}

function Values({ label, chosen, options, onChoose }: ValuesProps) {
  const [part, setPart] = useState("");
  // A link's choice is shown even if it is not offered.
  const unknown = chosen.filter((value) => !options.some(([each]) => each === value));
  const all = [...unknown.map((value) => [value, value] as const), ...options];
  const found = all.filter(([, words]) => words.toLowerCase().includes(part.trim().toLowerCase()));
  return (
    <fieldset className="min-w-44 max-w-72 space-y-1.5">
      <legend className="pb-1.5 font-medium text-ink-subtle text-xs">{label}</legend>
      {all.length > AT_A_GLANCE && (
        <input
          type="search"
          aria-label={`Find in ${inSentence(label)}`}
          placeholder="Find"
          value={part}
          onChange={(event) => setPart(event.currentTarget.value)}
          className="h-8 w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm placeholder:text-ink-subtle"
        />
      )}
      {found.length === 0 && <p className="text-ink-muted text-sm">{all.length === 0 ? "There are none." : "None."}</p>}
      {found.map(([value, words]) => (
        <label key={value} className="flex items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChoose(event.currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
        </label>
      ))}
      {chosen.length > 0 && (
        <Button look="quiet" className="-ml-2 h-7 px-2" onClick={() => onChoose([])}>
          Any {inSentence(label)}
        </Button>
      )}
    </fieldset>
  );
}
