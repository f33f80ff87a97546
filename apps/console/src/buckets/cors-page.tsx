"use client";

import type { BucketCors, CorsRule } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { defineForm, type FormInUse, numberOf, rows, useForm } from "@/client/form.ts";
import { partsOf } from "@/client/items.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { Section } from "@/components/facts.tsx";
import { FieldMessage, TextArea, TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useBucket } from "./bucket-frame.tsx";

const METHODS: readonly CorsRule["allowed_methods"][number][] = ["GET", "HEAD", "PUT", "POST", "DELETE"];

/** A rule as the form holds it: lists as lines. */
interface CorsRow {
  id: string | null;
  allowed_origins: string;
  allowed_methods: string[];
  allowed_headers: string;
  expose_headers: string;
  max_age_seconds: string;
}

const putCors = defineForm(async () => (await import("@fulmar/contract/object-storage")).PutBucketCors, {
  rules: rows((row: CorsRow) => ({
    id: row.id,
    allowed_origins: partsOf(row.allowed_origins, /\s+/),
    allowed_methods: METHODS.filter((method) => row.allowed_methods.includes(method)),
    allowed_headers: partsOf(row.allowed_headers, /\s+/),
    expose_headers: partsOf(row.expose_headers, /\s+/),
    max_age_seconds: row.max_age_seconds.trim() === "" ? null : numberOf(row.max_age_seconds),
  })),
});

/** A rule that fits most pages, but for its origin. */
const NEW_ROW: CorsRow = {
  ...{ id: null, allowed_origins: "", allowed_methods: ["GET", "HEAD"], allowed_headers: "*" },
  ...{ expose_headers: "ETag", max_age_seconds: "3600" },
};

/** The CORS rules of a bucket. */
export function CorsPage() {
  const { name } = useBucket();
  const { workspaceId } = useWorkspace();
  const query = useQuery(useTRPC().bucketCors.get.queryOptions({ workspace_id: workspaceId, bucket_name: name }));
  return (
    <Loaded query={query} skeleton={<BlockSkeleton />}>
      {(loaded) => <CorsForm key={JSON.stringify(loaded.rules)} cors={loaded} />}
    </Loaded>
  );
}

function CorsForm({ cors: { name, rules } }: { cors: BucketCors }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(putCors, { rules: rules.map(rowOf) });
  const list = useFieldArray({ control: form.control, name: "rules" });
  const put = useMutation(
    trpc.bucketCors.put.mutationOptions({
      onSuccess: () => changed("The CORS rules are saved"),
      onError: form.showErrors,
    }),
  );
  const refusal = roleRefusal("object-storage.write");
  const submit = form.handleSubmit((body) => put.mutate({ workspace_id: workspaceId, bucket_name: name, ...body }));
  const errors = form.formState.errors.rules;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      {put.error && <ProblemNotice problem={problemOf(put.error)} />}
      <Section
        title="CORS rules"
        lead={
          <>
            They let pages of other origins send S3 requests from a browser. The first matching rule applies. This
            console does not need one.
          </>
        }
      >
        <FormFields refusal={refusal}>
          {list.fields.length === 0 && (
            <p className="text-ink-muted">There are no rules: only pages of this console can use the bucket.</p>
          )}
          <ol aria-label="CORS rules" className="space-y-3 empty:hidden">
            {list.fields.map((row, index) => (
              <CorsFields key={row.id} form={form} index={index} onRemove={() => list.remove(index)} />
            ))}
          </ol>
          <p className="text-xs empty:hidden">
            <FieldMessage label="Rules" error={errors?.message ?? errors?.root?.message} />
          </p>
          <Button refusal={refusal} onClick={() => list.append(NEW_ROW)}>
            <Plus className="size-4" aria-hidden />
            Add rule
          </Button>
        </FormFields>
      </Section>
      <Button type="submit" look="primary" busy={put.isPending} refusal={refusal}>
        Save CORS rules
      </Button>
    </form>
  );
}

function CorsFields({
  form,
  index,
  onRemove,
}: {
  form: FormInUse<typeof putCors>;
  index: number;
  onRemove: () => void;
}) {
  const errors = form.formState.errors.rules?.[index];
  return (
    <li className="grid items-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:grid-cols-2">
      <TextArea
        label="Allowed origins"
        rows={2}
        placeholder="https://app.example"
        hint="One per line, each with at most one *"
        error={errors?.allowed_origins?.message}
        {...form.register(`rules.${index}.allowed_origins`)}
      />
      <fieldset>
        <legend className="mb-1.5 font-medium">Allowed methods</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {METHODS.map((method) => (
            <CheckOption
              key={method}
              label={method}
              value={method}
              {...form.register(`rules.${index}.allowed_methods`)}
            />
          ))}
        </div>
        <p className="mt-1.5 text-xs empty:hidden">
          <FieldMessage label="Allowed methods" error={errors?.allowed_methods?.message} choice />
        </p>
      </fieldset>
      <TextArea
        label="Allowed headers"
        rows={2}
        hint="Request headers that pages may send, one per line. * allows any"
        error={errors?.allowed_headers?.message}
        {...form.register(`rules.${index}.allowed_headers`)}
      />
      <TextArea
        label="Exposed headers"
        rows={2}
        hint="Response headers that pages may read, one per line"
        error={errors?.expose_headers?.message}
        {...form.register(`rules.${index}.expose_headers`)}
      />
      <TextField
        label="Max age"
        inputMode="numeric"
        hint="Seconds for which browsers cache the preflight response. Empty: the browser's default"
        error={errors?.max_age_seconds?.message}
        {...form.register(`rules.${index}.max_age_seconds`)}
      />
      <div className="flex justify-end sm:mt-7">
        <Button look="quiet" aria-label={`Remove rule ${index + 1}`} onClick={onRemove}>
          <Trash2 className="size-4" aria-hidden />
        </Button>
      </div>
    </li>
  );
}

function rowOf(rule: CorsRule): CorsRow {
  return {
    id: rule.id,
    allowed_origins: rule.allowed_origins.join("\n"),
    allowed_methods: rule.allowed_methods,
    allowed_headers: rule.allowed_headers.join("\n"),
    expose_headers: rule.expose_headers.join("\n"),
    max_age_seconds: rule.max_age_seconds?.toString() ?? "",
  };
}
