"use client";

import type { CdnDistribution, CdnWebsite } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { rowsResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { HeaderRows } from "./header-rows.tsx";
import { RedirectRows } from "./redirect-rows.tsx";
import { toWebsite, WEBSITE_FIELDS, type WebsiteValues, websiteValues } from "./website-values.ts";

const schema = async () => (await import("@fulmar/contract/cdn")).PutCdnWebsite;

export function WebsiteForm({ distribution, website }: { distribution: CdnDistribution; website: CdnWebsite }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<WebsiteValues>({
    resolver: rowsResolver(schema, toWebsite),
    defaultValues: websiteValues(website),
  });
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
      onError: (error) => showFieldErrors(problemOf(error).errors, WEBSITE_FIELDS, form.setError),
    }),
  );
  const refusal = roleRefusal("cdn.write");
  const submit = form.handleSubmit((values) =>
    put.mutate({ workspace_id: workspaceId, distribution_id: distribution.id, ...toWebsite(values) }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-10">
      {put.error && <ProblemNotice problem={problemOf(put.error)} />}
      <FormFields refusal={refusal} className="space-y-10">
        {distribution.origin_type === "bucket" && (
          <Section title="Pages" lead="What is served for paths that are no object of the bucket.">
            <div className="max-w-md space-y-5">
              <TextField
                label="Index document"
                autoComplete="off"
                hint="Served for a path that ends with a slash"
                error={errors.index_document?.message}
                {...form.register("index_document")}
              />
              <CheckOption
                label="Single-page application"
                hint="What is not there is answered by the index document, with 200, for applications that route in the browser."
                {...form.register("spa")}
              />
              {(!spa || errors.error_document !== undefined) && (
                <TextField
                  label="Error document"
                  autoComplete="off"
                  placeholder="404.html"
                  hint="The object that is served with 404; empty: a plain answer"
                  error={errors.error_document?.message}
                  {...form.register("error_document")}
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
