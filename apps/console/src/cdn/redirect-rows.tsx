"use client";

import { Plus, Trash2 } from "lucide-react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { FieldMessage, SelectField, TextField } from "@/components/field.tsx";
import { REDIRECT_WORDS, type WebsiteValues } from "./website-values.ts";

/** Where requests for a path are sent, a rule per row. */
export function RedirectRows({ form }: { form: UseFormReturn<WebsiteValues> }) {
  const rows = useFieldArray({ control: form.control, name: "redirects" });
  const errors = form.formState.errors.redirects;
  return (
    <Section
      title="Redirects"
      lead="The first rule that fits is followed. A * at the end of both stands for the same rest of the path."
    >
      <ul aria-label="Redirects" className="space-y-3">
        {rows.fields.map((row, index) => (
          <li
            key={row.id}
            className="grid items-start gap-3 rounded-lg border border-line bg-canvas p-4 sm:grid-cols-[1fr_1fr_12rem_auto]"
          >
            <TextField
              label="From"
              placeholder="/old/*"
              error={errors?.[index]?.source?.message}
              {...form.register(`redirects.${index}.source`)}
            />
            <TextField
              label="To"
              placeholder="/new/* or https://…"
              error={errors?.[index]?.destination?.message}
              {...form.register(`redirects.${index}.destination`)}
            />
            <SelectField
              label="Status"
              error={errors?.[index]?.status?.message}
              {...form.register(`redirects.${index}.status`)}
            >
              {Object.entries(REDIRECT_WORDS).map(([status, words]) => (
                <option key={status} value={status}>
                  {words}
                </option>
              ))}
            </SelectField>
            <Button
              look="quiet"
              aria-label={`Remove redirect ${index + 1}`}
              className="sm:mt-7"
              onClick={() => rows.remove(index)}
            >
              <Trash2 className="size-4" aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs">
        <FieldMessage label="Redirects" error={errors?.message ?? errors?.root?.message} />
      </p>
      <Button className="mt-2" onClick={() => rows.append({ source: "", destination: "", status: "301" })}>
        <Plus className="size-4" aria-hidden />
        Add redirect
      </Button>
    </Section>
  );
}
