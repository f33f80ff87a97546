"use client";

import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import type { ShownInput } from "./texts.ts";

const RequestTexts = onDemand(
  async () => (await import("./request-texts.tsx")).RequestTexts,
  <BlockSkeleton className="h-32" />,
);

/**
 * The same request for programs: with curl, on the command line, in the SDK and for OpenTofu.
 * @param operation an operation of the public API, such as `volume.create`
 * @param input its fields, without the workspace
 */
export function ShowAs({ operation, input }: { operation: string; input: ShownInput }) {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className="w-fit cursor-pointer rounded font-medium">Show as code</summary>
      <div className="mt-4">{opened && <RequestTexts operation={operation} input={input} />}</div>
    </details>
  );
}
