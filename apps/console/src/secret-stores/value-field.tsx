"use client";

import { FileKey, Sparkles } from "lucide-react";
import { useId, useRef, useState } from "react";
import { formatBytes } from "@/client/format.ts";
import { Button } from "@/components/button.tsx";
import { FieldMessage, SelectField, TextArea } from "@/components/field.tsx";
import { notify } from "@/components/toast-store.ts";
import { NO_VALUE, newPassword, readFile, type TypedValue } from "./typed-value.ts";

const LENGTHS = [16, 24, 32, 48, 64] as const;
const USUAL_LENGTH = 32;

/** The input for a secret's value: typed, generated, or read from a file. */
export function ValueField({
  value,
  error,
  onChange,
}: {
  value: TypedValue;
  error: string | undefined;
  onChange: (value: TypedValue) => void;
}) {
  const [length, setLength] = useState<number>(USUAL_LENGTH);
  const fileId = useId();
  const file = useRef<HTMLInputElement>(null);
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const read = await readFile(chosen);
    if (read === undefined) notify.failed(`${chosen.name} is too large`, "A secret has at most 64 KiB.");
    else onChange(read);
  };
  return (
    <div className="space-y-3">
      {value.fileName === null ? (
        <TextArea
          label="Value"
          rows={4}
          autoComplete="off"
          spellCheck={false}
          hint="Text of at most 64 KiB; spaces and line breaks are kept as they are"
          error={error}
          value={value.value}
          onChange={(event) => onChange({ ...NO_VALUE, value: event.currentTarget.value })}
        />
      ) : (
        <FromFile value={value} error={error} onClear={() => onChange(NO_VALUE)} />
      )}
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-36">
          <SelectField
            label="Characters"
            value={length}
            onChange={(event) => setLength(Number(event.currentTarget.value))}
          >
            {LENGTHS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </SelectField>
        </div>
        <Button onClick={() => onChange({ ...NO_VALUE, value: newPassword(length) })}>
          <Sparkles className="size-4" aria-hidden />
          Generate password
        </Button>
        <Button onClick={() => file.current?.click()}>
          <FileKey className="size-4" aria-hidden />
          Read a file
        </Button>
        <label htmlFor={fileId} className="sr-only">
          File to read the value from
        </label>
        <input
          ref={file}
          id={fileId}
          type="file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            // Lets the user choose the same file again.
            event.currentTarget.value = "";
          }}
        />
      </div>
    </div>
  );
}

function FromFile({ value, error, onClear }: { value: TypedValue; error: string | undefined; onClear: () => void }) {
  const bytes = value.encoding === "base64" ? atob(value.value).length : new TextEncoder().encode(value.value).length;
  return (
    <div>
      <p className="mb-1.5 font-medium">Value</p>
      <p className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-canvas px-3.5 py-2.5">
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {value.fileName}{" "}
          <span className="text-ink-muted">
            {formatBytes(bytes)}, {value.encoding === "base64" ? "bytes, kept as base64" : "text"}
          </span>
        </span>
        <Button look="quiet" onClick={onClear}>
          Remove
        </Button>
      </p>
      <div className="mt-1.5 text-xs empty:hidden">
        <FieldMessage label="Value" error={error} />
      </div>
    </div>
  );
}
