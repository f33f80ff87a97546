"use client";

import type { Bucket } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DISPOSITIONS, EXPIRIES, type GenerateUrlValues, toGenerateUrl, URL_FIELDS } from "./generate-url-values.ts";

const schema = async () => (await import("@fulmar/contract/cdn")).GenerateCdnUrl;

/** @param origin the bucket to begin with; undefined where the distribution has none */
export function GenerateUrlForm({ buckets, origin }: { buckets: readonly Bucket[]; origin: string | undefined }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const form = useForm<GenerateUrlValues>({
    resolver: contractResolver(schema, toGenerateUrl),
    defaultValues: { bucket_name: origin ?? buckets[0]?.name ?? "", object_key: "", expires_in: "", disposition: "" },
  });
  const { errors } = form.formState;
  const generate = useMutation(
    trpc.cdnUrl.generate.mutationOptions({
      onError: (error) => showFieldErrors(problemOf(error).errors, URL_FIELDS, form.setError),
    }),
  );
  const submit = form.handleSubmit((values) =>
    generate.mutate({ workspace_id: workspaceId, ...toGenerateUrl(values) }),
  );
  const refusal =
    roleRefusal("cdn.write") ??
    (buckets.length === 0 ? "URLs are made for objects of buckets, and there is no bucket yet." : null);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="max-w-2xl space-y-5">
      {generate.error && <ProblemNotice problem={problemOf(generate.error)} />}
      <FormFields refusal={refusal} className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Bucket" error={errors.bucket_name?.message} {...form.register("bucket_name")}>
          {buckets.map(({ name, is_public }) => (
            <option key={name} value={name}>
              {name} · {is_public ? "public" : "private"}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Object key"
          autoComplete="off"
          spellCheck={false}
          placeholder="reports/2026/november.pdf"
          hint="The object need not be there yet"
          error={errors.object_key?.message}
          {...form.register("object_key")}
        />
        <SelectField label="Expires after" error={errors.expires_in?.message} {...form.register("expires_in")}>
          {EXPIRIES.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <SelectField label="In the browser" error={errors.disposition?.message} {...form.register("disposition")}>
          {DISPOSITIONS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      </FormFields>
      <Button type="submit" look="primary" busy={generate.isPending} refusal={refusal}>
        Generate URL
      </Button>
      {generate.data && (
        <div role="status" className="space-y-2">
          <CopyBlock label="URL" text={generate.data.cdn_url} />
          <p className="text-ink-muted">
            {generate.data.expires_at === null ? (
              "It does not expire."
            ) : (
              <>
                It is refused from <DateTime iso={generate.data.expires_at} /> on.
              </>
            )}
          </p>
        </div>
      )}
    </form>
  );
}
