"use client";

import type { Bucket } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { chosen, defineForm, field, rawText, useForm } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button, ButtonLink } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useDistribution } from "./distribution-frame.tsx";

/** Signed URLs for single objects, which work for anyone who has the URL. */
export function SignedUrlsPage() {
  const { workspaceId } = useWorkspace();
  const distribution = useDistribution();
  const trpc = useTRPC();
  const buckets = useQuery(trpc.bucket.list.queryOptions(wholeInput(workspaceId)));
  const origin = distribution.origin_type === "bucket" ? distribution.origin_id : undefined;
  return (
    <Section
      title="Generate a URL"
      lead="For one object of a bucket, private or public. Anyone with the URL may read the object until it expires."
      actions={
        <ButtonLink href={`/workspaces/${workspaceId}/cdn/signing-keys`}>
          <KeyRound className="size-4" aria-hidden />
          Signing keys
        </ButtonLink>
      }
    >
      <Loaded query={buckets} skeleton={<BlockSkeleton />}>
        {({ items }) => <GenerateUrlForm buckets={items} origin={origin} />}
      </Loaded>
    </Section>
  );
}

const generateUrl = defineForm(async () => (await import("@fulmar/contract/cdn")).GenerateCdnUrl, {
  bucket_name: chosen(""),
  object_key: rawText(),
  // In seconds. Empty for the default of the bucket's visibility.
  expires_in: field("", (typed) => (typed === "" ? undefined : Number(typed))),
  disposition: field("", (typed) => DISPOSITIONS.find(([value]) => value === typed)?.[0] || undefined),
});

/** @param origin the initially selected bucket, or undefined if the distribution has no bucket */
function GenerateUrlForm({ buckets, origin }: { buckets: readonly Bucket[]; origin: string | undefined }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const form = useForm(generateUrl, { bucket_name: origin ?? buckets[0]?.name ?? "" });
  const generate = useMutation(
    trpc.cdnUrl.generate.mutationOptions({
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => generate.mutate({ workspace_id: workspaceId, ...body }));
  const refusal =
    roleRefusal("cdn.write") ??
    (buckets.length === 0 ? "URLs are generated for objects in buckets, and there is no bucket yet." : null);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="max-w-2xl space-y-5">
      {generate.error && <ProblemNotice problem={problemOf(generate.error)} />}
      <FormFields refusal={refusal} className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Bucket" {...form.field("bucket_name")}>
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
          hint="The object may be uploaded later"
          {...form.field("object_key")}
        />
        <SelectField label="Expires after" {...form.field("expires_in")}>
          {EXPIRIES.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <SelectField label="In the browser" {...form.field("disposition")}>
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
                It expires at <DateTime iso={generate.data.expires_at} />.
              </>
            )}
          </p>
        </div>
      )}
    </form>
  );
}

const EXPIRIES = [
  ["", "Default: an hour if private, never if public"],
  ["900", "15 minutes"],
  ["3600", "1 hour"],
  ["86400", "1 day"],
  ["604800", "7 days, the longest"],
] as const;

const DISPOSITIONS = [
  ["", "As stored with the object"],
  ["inline", "Open in the browser"],
  ["attachment", "Download as a file"],
] as const;
