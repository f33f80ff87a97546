"use client";

import type { FieldError } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Difference } from "@/components/difference.tsx";
import { Section } from "@/components/facts.tsx";
import { RefusalNote } from "@/components/form-fields.tsx";
import { JsonEditor, parseJson } from "@/components/json-editor.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** @param present the current configuration, as this page formats it */
export function ConfigurationEditor({ loadBalancerId, present }: { loadBalancerId: string; present: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [text, setText] = useState(present);
  const [begun, setBegun] = useState(present);
  const [found, setFound] = useState<readonly FieldError[]>([]);
  const json = parseJson(text);
  const put = useMutation(
    trpc.loadBalancerConfiguration.put.mutationOptions({
      onSuccess: async (next) => {
        const written = JSON.stringify(next, null, 2);
        setText(written);
        setBegun(written);
        await changed("The configuration is saved", "The balancer gets it within seconds.");
      },
      onError: (error) => setFound(problemOf(error).errors ?? []),
    }),
  );
  const save = async () => {
    put.reset();
    const [{ LoadBalancerConfiguration }, { fieldErrorsOf }] = await Promise.all([
      import("@fulmar/contract/load-balancing"),
      import("@fulmar/contract/field-errors"),
    ]);
    const checked = LoadBalancerConfiguration.safeParse(json.value);
    if (!checked.success) return setFound(fieldErrorsOf(checked.error));
    setFound([]);
    put.mutate({ workspace_id: workspaceId, load_balancer_id: loadBalancerId, ...checked.data });
  };
  const refusal = roleRefusal("load-balancer.write");
  const unchanged = text === present ? "There are no changes." : null;
  return (
    <div className="space-y-8">
      <Section
        title="Configuration"
        lead={
          <>
            The complete configuration as one document, to read, keep in a file and change at once. Parts refer to each
            other by name.
          </>
        }
        actions={
          <>
            <Button
              refusal={unchanged}
              onClick={() => {
                setText(present);
                setBegun(present);
                setFound([]);
                put.reset();
              }}
            >
              Reset
            </Button>
            <Button
              look="primary"
              busy={put.isPending}
              refusal={refusal ?? json.problem ?? unchanged}
              onClick={() => void save()}
            >
              Save configuration
            </Button>
          </>
        }
      >
        <div className="space-y-3">
          {put.error && <ProblemNotice problem={problemOf(put.error)} />}
          {begun !== present && (
            <ProblemNotice
              problem={{
                detail:
                  "The configuration changed after you started editing. The difference below is to the current " +
                  "one; saving replaces it with yours.",
              }}
            />
          )}
          <RefusalNote refusal={refusal} />
          <JsonEditor
            label="Configuration as JSON"
            text={text}
            onText={setText}
            readOnly={refusal !== null}
            problem={json.problem}
            errors={found}
          />
        </div>
      </Section>
      <Section title="Difference" lead="What saving changes.">
        <Difference
          label="Difference to the configuration in force"
          before={present.split("\n")}
          after={text.split("\n")}
        />
      </Section>
    </div>
  );
}
