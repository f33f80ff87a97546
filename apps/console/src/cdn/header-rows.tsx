"use client";

import { Plus, Trash2 } from "lucide-react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { FieldMessage, TextField } from "@/components/field.tsx";
import type { WebsiteValues } from "./website-values.ts";

/** What the edge adds to each answer, a header per row. */
export function HeaderRows({ form }: { form: UseFormReturn<WebsiteValues> }) {
  const rows = useFieldArray({ control: form.control, name: "headers" });
  const errors = form.formState.errors.headers;
  return (
    <Section title="Headers" lead="Added to each answer, such as a Content-Security-Policy.">
      <ul aria-label="Headers" className="space-y-3">
        {rows.fields.map((row, index) => (
          <li
            key={row.id}
            className="grid items-start gap-3 rounded-lg border border-line bg-canvas p-4 sm:grid-cols-[16rem_1fr_auto]"
          >
            <TextField
              label="Header"
              placeholder="X-Frame-Options"
              error={errors?.[index]?.name?.message}
              {...form.register(`headers.${index}.name`)}
            />
            <TextField
              label="Value"
              placeholder="DENY"
              error={errors?.[index]?.value?.message}
              {...form.register(`headers.${index}.value`)}
            />
            <Button
              look="quiet"
              aria-label={`Remove header ${index + 1}`}
              className="sm:mt-7"
              onClick={() => rows.remove(index)}
            >
              <Trash2 className="size-4" aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs">
        <FieldMessage label="Headers" error={errors?.message ?? errors?.root?.message} />
      </p>
      <Button className="mt-2" onClick={() => rows.append({ name: "", value: "" })}>
        <Plus className="size-4" aria-hidden />
        Add header
      </Button>
    </Section>
  );
}
