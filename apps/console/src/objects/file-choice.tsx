"use client";

import { FilePlus, FolderPlus } from "lucide-react";
import { type ChangeEvent, useCallback, useRef } from "react";
import { Button } from "@/components/button.tsx";
import { type ChosenFile, chosenFiles } from "./chosen-files.ts";

/** The browser's own choice of files, or of a whole folder. */
export function FileChoice({ onChoose }: { onChoose: (files: readonly ChosenFile[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const takeFolders = useCallback((input: HTMLInputElement | null) => {
    folder.current = input;
    if (input !== null) input.webkitdirectory = true;
  }, []);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = chosenFiles(event.currentTarget.files ?? []);
    // The same files can be chosen again.
    event.currentTarget.value = "";
    if (chosen.length > 0) onChoose(chosen);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => files.current?.click()}>
        <FilePlus className="size-4" aria-hidden />
        Choose files
      </Button>
      <Button onClick={() => folder.current?.click()}>
        <FolderPlus className="size-4" aria-hidden />
        Choose a folder
      </Button>
      <input ref={files} type="file" multiple hidden aria-label="Files" onChange={choose} />
      <input ref={takeFolders} type="file" hidden aria-label="Folder" onChange={choose} />
    </div>
  );
}
