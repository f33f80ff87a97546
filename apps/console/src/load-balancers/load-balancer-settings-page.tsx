"use client";

import type { LoadBalancer } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { partsOf } from "@/client/items.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { protectionRefusal } from "@/components/deletion-protection.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { ProtectionSection } from "@/components/protection-switch.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { loadBalancerInput } from "./load-balancer-queries.ts";
import { useLoadBalancer } from "./use-load-balancer.ts";

export function LoadBalancerSettingsPage({ loadBalancerId }: { loadBalancerId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const balancer = useLoadBalancer(loadBalancerId).data;
  const protect = useMutation(trpc.loadBalancer.update.mutationOptions());
  if (balancer === undefined) return null;
  const refusal = roleRefusal("load-balancer.write");
  const input = loadBalancerInput(workspaceId, loadBalancerId);
  const keeps = balancer.public_ip === null ? "" : ` ${balancer.public_ip} stops answering.`;
  return (
    <div className="space-y-10">
      <Section title="Name and tags">
        <Naming balancer={balancer} />
      </Section>
      <ProtectionSection
        what="load balancer"
        name={balancer.name}
        isProtected={balancer.deletion_protection}
        refusal={refusal}
        onChange={(deletion_protection) => protect.mutateAsync({ ...input, deletion_protection })}
      />
      <Section
        title="Delete"
        lead="The balancer is deleted with its listeners, rules and pools. A reserved IP stays with the workspace."
        actions={
          <DeleteAction
            deletion={trpc.loadBalancer.delete}
            input={input}
            plan={trpc.changePlan.loadBalancer.delete}
            onDeleted={() => {
              router.push(`/workspaces/${workspaceId}/load-balancers`);
              return changed(`Deleted ${balancer.name}`);
            }}
            what="load balancer"
            name={balancer.name}
            lead={`Its whole configuration is lost.${keeps} This cannot be undone.`}
            typed
            refusal={refusal ?? protectionRefusal("load balancer", balancer.deletion_protection)}
          />
        }
      >
        {null}
      </Section>
    </div>
  );
}

function Naming({ balancer }: { balancer: LoadBalancer }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [name, setName] = useState(balancer.name);
  const [tags, setTags] = useState(balancer.tags.join(", "));
  const save = useMutation(
    trpc.loadBalancer.update.mutationOptions({ onSuccess: (next) => changed(`Saved ${next.name}`) }),
  );
  const problem = save.error ? problemOf(save.error) : undefined;
  const refusal = roleRefusal("load-balancer.write");
  const errorOf = (field: string) => problem?.errors?.find((error) => error.field.split(".")[0] === field)?.message;
  return (
    <form
      noValidate
      className="max-w-xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          ...loadBalancerInput(workspaceId, balancer.load_balancer_id),
          name: name.trim(),
          tags: partsOf(tags, ","),
        });
      }}
    >
      {problem && <ProblemNotice problem={problem} />}
      <FormFields refusal={refusal}>
        <TextField
          label="Name"
          autoComplete="off"
          value={name}
          error={errorOf("name")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label="Tags"
          hint="Separated by commas"
          autoComplete="off"
          value={tags}
          error={errorOf("tags")}
          onChange={(event) => setTags(event.currentTarget.value)}
        />
      </FormFields>
      <Button type="submit" look="primary" busy={save.isPending} refusal={refusal}>
        Save
      </Button>
    </form>
  );
}
