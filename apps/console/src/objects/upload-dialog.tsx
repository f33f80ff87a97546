"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { bytesInWords } from "@/client/bytes.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import type { ChosenFile } from "./chosen-files.ts";
import { type ExistingAnswer, ExistingQuestion } from "./existing-question.tsx";
import { FileChoice } from "./file-choice.tsx";
import { NameList } from "./name-list.tsx";
import { asFolder } from "./object-address.ts";
import { useUpload } from "./use-upload.ts";

/** What an upload is about to do. */
export interface UploadPlan {
  readonly prefix: string;
  readonly files: readonly ChosenFile[];
  /** Names that objects have already; null until somebody has looked. */
  readonly existing: ReadonlySet<string> | null;
}

/** Chooses files and their folder, and asks before anything is replaced. The uploads themselves go on behind it. */
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
  const count = inWords(files.length);
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
      // Who has closed the question meanwhile does not want it.
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
        ? "All of them are there already; replace them, or cancel."
        : null;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Upload"
      lead="From this computer, straight into the bucket. You can go on working meanwhile, as long as the console stays open."
      action={chosen.length === 0 ? "Upload" : `Upload ${inWords(chosen.length)}`}
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
        hint="A folder is there as soon as an object is in it. Empty: the top of the bucket."
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
            {count}, {bytesInWords(bytes)}
          </p>
          <NameList names={files.map(({ path }) => path)} />
        </div>
      )}
      {existing !== null && <ExistingQuestion existing={existing} answer={answer} onAnswer={setAnswer} />}
    </FormDialog>
  );
}

function inWords(count: number): string {
  return count === 1 ? "1 file" : `${count.toLocaleString("en")} files`;
}
