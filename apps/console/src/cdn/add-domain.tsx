"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const schema = async () => (await import("@fulmar/contract/cdn")).CreateCdnCustomDomain;

export function AddDomain({
  distributionId,
  open,
  onClose,
}: {
  distributionId: string;
  open: boolean;
  onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<{ domain: string }>({ resolver: contractResolver(schema), defaultValues: { domain: "" } });
  const add = useMutation(
    trpc.cdnCustomDomain.create.mutationOptions({
      onSuccess: async ({ domain }) => {
        notify.done(`Added ${domain}`, "Now set its DNS records.");
        form.reset();
        onClose();
        await Promise.all([
          queryClient.invalidateQueries(trpc.cdnCustomDomain.pathFilter()),
          queryClient.invalidateQueries(trpc.cdnDistribution.pathFilter()),
        ]);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["domain"], form.setError),
    }),
  );
  const submit = form.handleSubmit(({ domain }) =>
    add.mutate({ workspace_id: workspaceId, distribution_id: distributionId, domain }),
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add a custom domain"
      lead="You will be shown two records to set where the domain’s DNS is kept."
      action="Add domain"
      busy={add.isPending}
      error={add.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Domain"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        placeholder="cdn.example.com"
        error={form.formState.errors.domain?.message}
        {...form.register("domain")}
      />
    </FormDialog>
  );
}
