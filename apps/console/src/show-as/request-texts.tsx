"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyBlock } from "@/components/copy-block.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { OperationShape } from "./operation-shape.ts";
import { type ShownInput, textsOf } from "./texts.ts";

/** A request as text, by the client that the reader chooses. */
export function RequestTexts({ operation, input }: { operation: string; input: ShownInput }) {
  const { workspaceId } = useWorkspace();
  const [chosen, setChosen] = useState("curl");
  const shape = useQuery({
    queryKey: ["operation-shape", operation],
    queryFn: () => readShape(operation),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={shape} skeleton={<BlockSkeleton className="h-32" />}>
      {(loaded) => {
        const texts = textsOf(loaded, input, workspaceId);
        const [client, text] = texts.find(([name]) => name === chosen) ?? texts[0] ?? ["", ""];
        return (
          <div className="space-y-3">
            <fieldset className="flex flex-wrap gap-2">
              <legend className="sr-only">Client</legend>
              {texts.map(([name]) => (
                <label
                  key={name}
                  className="relative cursor-pointer rounded-md border border-line-strong px-3 py-1.5 text-ink-muted
                    has-checked:border-accent has-checked:bg-accent-soft has-checked:text-ink
                    has-focus-visible:outline-2 has-focus-visible:outline-accent"
                >
                  <input
                    type="radio"
                    name={`client of ${operation}`}
                    className="absolute inset-0 appearance-none outline-none"
                    checked={name === client}
                    onChange={() => setChosen(name)}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
            <CopyBlock label={client} text={text} />
          </div>
        );
      }}
    </Loaded>
  );
}

async function readShape(operation: string): Promise<OperationShape> {
  const response = await fetch(`/api/operations/${operation}`);
  if (!response.ok) throw new Error(`the console's server answered ${response.status}`);
  return response.json();
}
