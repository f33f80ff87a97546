"use client";

import { type FormEvent, useState } from "react";
import { bytesInWords } from "@/client/bytes.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import type { ChosenFile } from "./chosen-files.ts";
import { FileChoice } from "./file-choice.tsx";
import { asFolder } from "./object-address.ts";
import { useUpload } from "./use-upload.ts";

/** So many names are written out. */
const MOST_NAMES = 5;

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
  const [answer, setAnswer] = useState<"replace" | "skip">("skip");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { files, existing } = plan;
  const prefix = asFolder(plan.prefix);
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const count = inWords(files.length);

  const upload = (chosen: readonly ChosenFile[]) => {
    if (chosen.length > 0) start(chosen, prefix);
    else notify.done("Nothing to upload", "Objects of these names are there already, and stay.");
    onClose();
  };
  const submit = async () => {
    if (existing !== null) return upload(answer === "replace" ? files : files.filter(({ path }) => !existing.has(prefix + path)));
    setBusy(true);
    setError(null);
    try {
      const found = await existingKeys(files, prefix);
      if (found.size === 0) return upload(files);
      setPlan({ ...plan, existing: found });
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Upload"
      lead="From this computer, straight into the bucket. You can go on working meanwhile, as long as the console stays open."
      action={files.length === 0 ? "Upload" : `Upload ${count}`}
      busy={busy}
      error={error}
      refusal={files.length === 0 ? "Choose files or a folder first." : null}
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
          <Names names={files.map(({ path }) => path)} />
        </div>
      )}
      {existing !== null && (
        <div className="space-y-3">
          <div role="alert">
            <p className="font-medium">{existing.size === 1 ? "One of them is there already" : `${existing.size} of them are there already`}</p>
            <Names names={[...existing]} />
          </div>
          <ChoiceGroup legend="What becomes of these" error={undefined}>
            <ChoiceCard name="existing" title="Keep" checked={answer === "skip"} onChange={() => setAnswer("skip")}>
              what is in the bucket, and leave these files out
            </ChoiceCard>
            <ChoiceCard name="existing" title="Replace" checked={answer === "replace"} onChange={() => setAnswer("replace")}>
              what is in the bucket by these files
            </ChoiceCard>
          </ChoiceGroup>
        </div>
      )}
    </FormDialog>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className="mt-1 space-y-0.5 text-ink-muted text-xs">
      {names.slice(0, MOST_NAMES).map((name) => (
        <li key={name} className="[overflow-wrap:anywhere]">
          {name}
        </li>
      ))}
      {names.length > MOST_NAMES && <li>and {names.length - MOST_NAMES} more</li>}
    </ul>
  );
}

function inWords(count: number): string {
  return count === 1 ? "1 file" : `${count.toLocaleString("en")} files`;
}
