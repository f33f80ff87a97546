"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmButton } from "@/components/confirm-button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ProtectionSection, protectionRefusal } from "@/components/deletion-protection.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { NamingForm } from "@/components/naming-form.tsx";
import { SiteName } from "@/components/sites.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { describeCidr } from "./cidr.ts";
import { useVpc } from "./use-vpc.ts";

export function VpcSettingsPage({ vpcId }: { vpcId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const vpc = useVpc(vpcId).data;
  const save = useMutation(trpc.vpc.update.mutationOptions({ onSuccess: ({ name }) => changed(`Saved ${name}`) }));
  const protect = useMutation(trpc.vpc.update.mutationOptions());
  const remove = useMutation(trpc.vpc.delete.mutationOptions());
  if (vpc === undefined) return null;
  const refusal = roleRefusal("network.write");
  const target = { workspace_id: workspaceId, vpc_id: vpcId };
  return (
    <div className="space-y-10">
      <Facts
        label="VPC"
        facts={[
          ["Id", <Copyable key="id" text={vpc.vpc_id} label="id" />],
          ["Network", `${vpc.cidr}: ${describeCidr(vpc.cidr)}`],
          ["Site", <SiteName key="site" siteId={vpc.site_id} />],
          ["Created", <DateTime key="created" iso={vpc.created_at} />],
          ["Changed", <DateTime key="changed" iso={vpc.updated_at} />],
        ]}
      />
      <Section title="Name and description">
        <NamingForm
          values={vpc}
          busy={save.isPending}
          error={save.error}
          refusal={refusal}
          onSave={(values) => save.mutate({ ...target, ...values })}
        />
      </Section>
      <ProtectionSection
        what="VPC"
        name={vpc.name}
        isProtected={vpc.deletion_protection}
        refusal={refusal}
        onChange={(deletion_protection) => protect.mutateAsync({ ...target, deletion_protection })}
      />
      <Section
        title="Delete"
        lead="A VPC can be deleted once its subnets are."
        actions={
          <ConfirmButton
            title={`Delete ${vpc.name}?`}
            lead={`The network ${vpc.cidr} becomes free. This cannot be undone.`}
            action="Delete VPC"
            typeName={vpc.name}
            plan={planOf(trpc.changePlan.vpc.delete, target)}
            change={remove}
            refusal={refusal ?? protectionRefusal("VPC", vpc.deletion_protection)}
            onConfirm={() =>
              remove.mutate(target, {
                onSuccess: () => {
                  router.push(`/workspaces/${workspaceId}/vpcs`);
                  void changed(`Deleted ${vpc.name}`);
                },
              })
            }
          >
            Delete
          </ConfirmButton>
        }
      >
        {null}
      </Section>
      <RelatedResources type="vpc" id={vpcId} />
    </div>
  );
}
