"use client";

import type { CdnDistribution, CdnRedirect, CdnResponseHeader, CdnWebsite } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useWatch } from "react-hook-form";
import { chosen, defineForm, type FormInUse, nullableText, rows, text, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { Section } from "@/components/facts.tsx";
import { FieldMessage, SelectField, TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Replaces all settings. */
const putWebsite = defineForm(async () => (await import("@fulmar/contract/cdn")).PutCdnWebsite, {
  index_document: text(),
  error_document: nullableText,
  spa: chosen(false),
  redirects: rows(({ source, destination, status }: { source: string; destination: string; status: string }) => ({
    source: source.trim(),
    destination: destination.trim(),
    status: statusOf(status),
  })),
  headers: rows(({ name, value }: CdnResponseHeader) => ({ name: name.trim(), value: value.trim() })),
});

export function WebsiteForm({ distribution, website }: { distribution: CdnDistribution; website: CdnWebsite }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(putWebsite, websiteValues(website));
  const { errors } = form.formState;
  const spa = useWatch({ control: form.control, name: "spa" });
  const put = useMutation(
    trpc.cdnWebsite.put.mutationOptions({
      onSuccess: async () => {
        notify.done("Saved the website settings", "The edge follows in a few seconds.");
        await Promise.all([
          queryClient.invalidateQueries(trpc.cdnWebsite.pathFilter()),
          queryClient.invalidateQueries(trpc.cdnDeployment.pathFilter()),
        ]);
      },
      onError: form.showErrors,
    }),
  );
  const refusal = roleRefusal("cdn.write");
  const submit = form.handleSubmit((body) =>
    put.mutate({ workspace_id: workspaceId, distribution_id: distribution.id, ...body }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-10">
      {put.error && <ProblemNotice problem={problemOf(put.error)} />}
      <FormFields refusal={refusal} className="space-y-10">
        {distribution.origin_type === "bucket" && (
          <Section title="Pages" lead="What is served for paths that match no object of the bucket.">
            <div className="max-w-md space-y-5">
              <TextField
                label="Index document"
                autoComplete="off"
                hint="Served for a path that ends with a slash"
                {...form.field("index_document")}
              />
              <CheckOption
                label="Single-page application"
                hint={
                  <>
                    Missing paths are answered with the index document and status 200, for applications that route in
                    the browser.
                  </>
                }
                {...form.register("spa")}
              />
              {(!spa || errors.error_document !== undefined) && (
                <TextField
                  label="Error document"
                  autoComplete="off"
                  placeholder="404.html"
                  hint="The object served with status 404. Leave empty for a plain answer"
                  {...form.field("error_document")}
                />
              )}
            </div>
          </Section>
        )}
        <RedirectRows form={form} />
        <HeaderRows form={form} />
      </FormFields>
      <Button type="submit" look="primary" busy={put.isPending} refusal={refusal}>
        Save website settings
      </Button>
    </form>
  );
}

/** The headers that the edge adds to each answer, one per row. */
function HeaderRows({ form }: { form: FormInUse<typeof putWebsite> }) {
  const list = useFieldArray({ control: form.control, name: "headers" });
  const errors = form.formState.errors.headers;
  return (
    <Section title="Headers" lead="Added to each answer, such as a Content-Security-Policy.">
      <ul aria-label="Headers" className="space-y-3">
        {list.fields.map((row, index) => (
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
              onClick={() => list.remove(index)}
            >
              <Trash2 className="size-4" aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs">
        <FieldMessage label="Headers" error={errors?.message ?? errors?.root?.message} />
      </p>
      <Button className="mt-2" onClick={() => list.append({ name: "", value: "" })}>
        <Plus className="size-4" aria-hidden />
        Add header
      </Button>
    </Section>
  );
}

/** The redirects, one per row. */
function RedirectRows({ form }: { form: FormInUse<typeof putWebsite> }) {
  const list = useFieldArray({ control: form.control, name: "redirects" });
  const errors = form.formState.errors.redirects;
  return (
    <Section
      title="Redirects"
      lead="The first matching rule applies. A * at the end of both stands for the same rest of the path."
    >
      <ul aria-label="Redirects" className="space-y-3">
        {list.fields.map((row, index) => (
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
              {Object.entries(REDIRECT_STATUSES).map(([status, words]) => (
                <option key={status} value={status}>
                  {words}
                </option>
              ))}
            </SelectField>
            <Button
              look="quiet"
              aria-label={`Remove redirect ${index + 1}`}
              className="sm:mt-7"
              onClick={() => list.remove(index)}
            >
              <Trash2 className="size-4" aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs">
        <FieldMessage label="Redirects" error={errors?.message ?? errors?.root?.message} />
      </p>
      <Button className="mt-2" onClick={() => list.append({ source: "", destination: "", status: "301" })}>
        <Plus className="size-4" aria-hidden />
        Add redirect
      </Button>
    </Section>
  );
}

const REDIRECT_STATUSES: Readonly<Record<CdnRedirect["status"], string>> = {
  301: "301 permanent",
  302: "302 temporary",
  307: "307 temporary, same method",
  308: "308 permanent, same method",
};

function websiteValues({
  index_document,
  error_document,
  spa,
  redirects,
  headers,
}: CdnWebsite): typeof putWebsite.initial {
  return {
    ...{ index_document, error_document: error_document ?? "", spa },
    redirects: redirects.map(({ source, destination, status }) => ({ source, destination, status: String(status) })),
    headers: headers.map(({ name, value }) => ({ name, value })),
  };
}

function statusOf(text: string): CdnRedirect["status"] {
  return ([301, 302, 307, 308] as const).find((status) => String(status) === text) ?? 301;
}
