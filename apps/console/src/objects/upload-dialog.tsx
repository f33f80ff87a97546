"use client";

import { FilePlus, FolderPlus } from "lucide-react";
import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { formatBytes } from "@/client/format.ts";
import { Button } from "@/components/button.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { type ChosenFile, chosenFiles } from "./chosen-files.ts";
import { asFolder } from "./object-address.ts";
import { useUpload } from "./use-upload.ts";

/** The files and the folder of an upload, before it begins. */
export interface UploadPlan {
  readonly prefix: string;
  readonly files: readonly ChosenFile[];
  /** The names that already exist. Null until they were looked up. */
  readonly existing: ReadonlySet<string> | null;
}

/**
 * Selects files and their folder, and asks before anything is replaced. The uploads themselves run in the background.
 */
export function UploadDialog({ open, onClose, begin }: DialogState & { begin: UploadPlan }) {
  const { existingKeys, start } = useUpload();
  const [plan, setPlan] = useState(begin);
  const [answer, setAnswer] = useState<ExistingAnswer>("keep");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const stays = useRef(open);
  useEffect(() => {
    stays.current = open;
  }, [open]);
  const { files, existing } = plan;
  const prefix = asFolder(plan.prefix);
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const count = describeFiles(files.length);
  const chosen =
    existing === null || answer === "replace" ? files : files.filter(({ path }) => !existing.has(prefix + path));

  const upload = () => {
    start(chosen, prefix, existing ?? new Set());
    onClose();
  };
  const submit = async () => {
    if (existing !== null) return upload();
    setBusy(true);
    setError(null);
    try {
      const found = await existingKeys(files, prefix);
      // The user closed the dialog in the meantime.
      if (!stays.current) return;
      if (found.size === 0) return upload();
      setPlan({ ...plan, existing: found });
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };

  const refusal =
    files.length === 0
      ? "Choose files or a folder first."
      : chosen.length === 0
        ? "All of them already exist; replace them, or cancel."
        : null;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Upload"
      lead={
        <>
          From this computer, straight into the bucket. You can keep working meanwhile, as long as the console stays
          open.
        </>
      }
      action={chosen.length === 0 ? "Upload" : `Upload ${describeFiles(chosen.length)}`}
      busy={busy}
      error={error}
      refusal={refusal}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="Into"
        hint="A folder exists as soon as an object is in it. Leave empty for the top of the bucket."
        placeholder="photos/2026/"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        value={plan.prefix}
        onChange={(event) => setPlan({ ...plan, prefix: event.currentTarget.value, existing: null })}
      />
      <FileChoice onChoose={(chosen) => setPlan({ ...plan, files: chosen, existing: null })} />
      {files.length > 0 && (
        <div>
          <p className="font-medium" aria-live="polite">
            {count}, {formatBytes(bytes)}
          </p>
          <NameList names={files.map(({ path }) => path)} />
        </div>
      )}
      {existing !== null && <ExistingQuestion existing={existing} answer={answer} onAnswer={setAnswer} />}
    </FormDialog>
  );
}

function describeFiles(count: number): string {
  return count === 1 ? "1 file" : `${count.toLocaleString("en")} files`;
}

/** Whether existing objects with the files' names are kept or replaced. */
export type ExistingAnswer = "keep" | "replace";

/** Asks before anything is replaced. The default keeps existing objects. */
export function ExistingQuestion({
  existing,
  answer,
  onAnswer,
}: {
  existing: ReadonlySet<string>;
  answer: ExistingAnswer;
  onAnswer: (answer: ExistingAnswer) => void;
}) {
  return (
    <div className="space-y-3">
      <div role="alert">
        <p className="font-medium">
          {existing.size === 1 ? "One of them already exists" : `${existing.size} of them already exist`}
        </p>
        <NameList names={[...existing]} />
      </div>
      <ChoiceGroup legend="If a file already exists" error={undefined}>
        <ChoiceCard
          name="existing"
          title="Keep the existing ones"
          checked={answer === "keep"}
          onChange={() => onAnswer("keep")}
        >
          Files of the same name are left out.
        </ChoiceCard>
        <ChoiceCard
          name="existing"
          title="Replace it"
          checked={answer === "replace"}
          onChange={() => onAnswer("replace")}
        >
          They are replaced by the files of the same name.
        </ChoiceCard>
      </ChoiceGroup>
    </div>
  );
}

/** The browser's picker for files or for a whole folder. */
export function FileChoice({ onChoose }: { onChoose: (files: readonly ChosenFile[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const takeFolders = useCallback((input: HTMLInputElement | null) => {
    folder.current = input;
    if (input !== null) input.webkitdirectory = true;
  }, []);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = chosenFiles(event.currentTarget.files ?? []);
    // Lets the user choose the same files again.
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

/** The most names that are listed. */
const MOST_NAMES = 5;

/** The first few names, and the number of the others. */
export function NameList({ names }: { names: readonly string[] }) {
  return (
    <ul className="mt-1 space-y-0.5 text-ink-muted text-xs">
      {names.slice(0, MOST_NAMES).map((name) => (
        <li key={name} className="[overflow-wrap:anywhere]">
          {name}
        </li>
      ))}
      {names.length > MOST_NAMES && <li>and {(names.length - MOST_NAMES).toLocaleString("en")} more</li>}
    </ul>
  );
}
