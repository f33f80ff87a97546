"use client";

import type { Bucket, CdnCachePolicy, CdnOriginType } from "@fulmar/contract";
import { CDN_CACHE_POLICIES } from "@fulmar/contract/cdn";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, showing, text, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { PurchaseSummary } from "@/components/purchase-summary.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";
import { POLICY_NAME, POLICY_USE } from "./distribution-labels.tsx";

const createDistribution = defineForm(
  async () => (await import("@fulmar/contract/cdn")).CreateCdnDistribution,
  {
    name: text(),
    origin_type: chosen<CdnOriginType>("bucket"),
    // One origin of each kind. `origin_type` selects the one that is sent.
    bucket: showing(["origin_id"], chosen("")),
    url: showing(["origin_id"], text()),
    cache_policy: chosen<CdnCachePolicy>("static-assets"),
  },
  ({ bucket, url, ...body }) => ({ ...body, origin_id: body.origin_type === "bucket" ? bucket : url }),
);

export function CreateDistributionForm({ buckets }: { buckets: readonly Bucket[] }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const price = useSkuPrices("cdn");
  const form = useForm(createDistribution, { bucket: buckets[0]?.name ?? "" });
  const chosen = useWatch({ control: form.control });
  const create = useMutation(
    trpc.cdnDistribution.create.mutationOptions({
      onSuccess: ({ id, name }) => {
        notify.begun(`Creating ${name}`, "It reaches the edge in a few seconds.");
        router.push(`/workspaces/${workspaceId}/cdn/${id}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  const custom = chosen.origin_type === "custom";
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid items-start gap-8 lg:grid-cols-[1fr_18rem]"
    >
      <div className="min-w-0 space-y-7">
        {create.error && <ProblemNotice problem={problemOf(create.error)} />}
        <div className="max-w-md">
          <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
        </div>
        <ChoiceGroup legend="Origin" error={undefined}>
          <ChoiceCard title="Bucket" value="bucket" {...form.register("origin_type")}>
            Serves the objects of a bucket, public or private.
          </ChoiceCard>
          <ChoiceCard title="Custom origin" value="custom" {...form.register("origin_type")}>
            Fetches from your own web server.
          </ChoiceCard>
        </ChoiceGroup>
        <div className="max-w-md">
          {custom ? (
            <TextField
              label="Origin URL"
              type="url"
              placeholder="https://origin.example.com"
              hint="It must begin with https:// and be reachable from the internet"
              {...form.field("url")}
            />
          ) : (
            <SelectField
              label="Bucket"
              hint={
                buckets.length === 0 ? "There is no bucket yet; create one first, or choose a custom origin" : undefined
              }
              {...form.field("bucket")}
            >
              {buckets.map(({ name, is_public }) => (
                <option key={name} value={name}>
                  {name} · {is_public ? "public" : "private"}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        <ChoiceGroup legend="Cache policy" error={form.errorOf("cache_policy")}>
          {CDN_CACHE_POLICIES.map((policy) => (
            <ChoiceCard key={policy} title={POLICY_NAME[policy]} value={policy} {...form.register("cache_policy")}>
              {POLICY_USE[policy]}
            </ChoiceCard>
          ))}
        </ChoiceGroup>
        <ShowFormAs operation="cdnDistribution.create" declared={createDistribution} form={form} />
      </div>
      <PurchaseSummary
        lines={[
          ["Name", chosen.name || "—"],
          ["Origin", (custom ? chosen.url : chosen.bucket) || "—"],
          ["Cache policy", POLICY_NAME[chosen.cache_policy ?? "static-assets"]],
        ]}
        price={price("cdn.distribution")}
        skuCode="cdn.distribution"
        action="Create distribution"
        busy={create.isPending || create.isSuccess}
      />
    </form>
  );
}
