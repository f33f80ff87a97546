"use client";

import { type ChangeEvent, useState } from "react";
import { countOf } from "@/client/format.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { type ReadCatalog, readCatalog } from "./read-catalog.ts";

/** The most errors of a file that are shown. */
const MOST_ERRORS = 8;

/** Makes what a catalog has and the installation has not: the starter catalog's, or a file's. */
export function ImportCatalog(state: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [source, setSource] = useState<"starter" | "file">("starter");
  const [read, setRead] = useState<ReadCatalog>();
  const isWhole = source === "starter" || read?.catalog !== undefined;
  const input = { update: false, ...(source === "file" && read?.catalog) };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    setRead(undefined);
    if (file !== undefined) void file.arrayBuffer().then(readCatalog).then(setRead);
  };
  return (
    <ChoiceDialog
      {...state}
      title="Import a catalog"
      lead="Makes the plans, images and prices that are not there yet. What is there stays as it is."
      action="Import catalog"
      refusal={isWhole ? null : "Choose a file that is a catalog."}
      change={trpc.operatorCatalog.import}
      input={input}
      plan={isWhole ? planOf(trpc.changePlan.operatorCatalog.import, input) : null}
      onDone={({ items }) => {
        const made = items.filter((item) => item.state === "made").length;
        return changed(
          "Imported the catalog",
          `${countOf(made, "item")} made, ${items.length - made} left as they are.`,
        );
      }}
    >
      <SelectField
        label="Catalog"
        value={source}
        onChange={(event) => setSource(event.currentTarget.value === "file" ? "file" : "starter")}
      >
        <option value="starter">the starter catalog of this release</option>
        <option value="file">a file</option>
      </SelectField>
      {source === "file" && (
        <>
          <TextField
            label="File"
            type="file"
            accept="application/json,.json"
            className="py-1.5"
            hint="JSON of at most 1 MiB, with format, currency, products, plans and images."
            onChange={choose}
          />
          {read?.errors && <FileErrors errors={read.errors} />}
        </>
      )}
    </ChoiceDialog>
  );
}

function FileErrors({ errors }: { errors: NonNullable<ReadCatalog["errors"]> }) {
  return (
    <ul role="alert" aria-label="Errors of the file" className="space-y-1 text-bad text-xs [overflow-wrap:anywhere]">
      {errors.slice(0, MOST_ERRORS).map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          {field === "" ? "The file" : <code className="font-mono">{field}</code>} {message}
        </li>
      ))}
      {errors.length > MOST_ERRORS && <li>{`and ${errors.length - MOST_ERRORS} more`}</li>}
    </ul>
  );
}
