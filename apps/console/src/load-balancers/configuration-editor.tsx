"use client";

import { type FieldError, fieldErrorsOf } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { RefusalNote } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { Difference } from "@/networking/difference.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { lineOf } from "./json-lines.ts";

/** @param present the current configuration, as this page formats it */
export function ConfigurationEditor({ loadBalancerId, present }: { loadBalancerId: string; present: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(present);
  const [begun, setBegun] = useState(present);
  const [found, setFound] = useState<readonly FieldError[]>([]);
  const json = parsed(text);
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
    const { LoadBalancerConfiguration } = await import("@fulmar/contract/load-balancing");
    const checked = LoadBalancerConfiguration.safeParse(json.value);
    if (!checked.success) return setFound(fieldErrorsOf(checked.error));
    setFound([]);
    put.mutate({ workspace_id: workspaceId, load_balancer_id: loadBalancerId, ...checked.data });
  };
  const showLine = (line: number) => {
    const start =
      text
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    const end = text.indexOf("\n", start);
    area.current?.focus();
    area.current?.setSelectionRange(start, end === -1 ? text.length : end);
    if (area.current)
      area.current.scrollTop = Math.max(0, ((line - 4) * area.current.scrollHeight) / text.split("\n").length);
  };
  const refusal = roleRefusal("load-balancer.write");
  const unchanged = text === present ? "There are no changes." : null;
  return (
    <div className="space-y-8">
      <Section
        title="Configuration"
        lead="The complete configuration as one document, to read, keep in a file and change at once. Parts refer to each other by name."
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
                  "The configuration changed after you started editing. The difference below is to the current one; saving replaces it with yours.",
              }}
            />
          )}
          <RefusalNote refusal={refusal} />
          <textarea
            ref={area}
            aria-label="Configuration as JSON"
            aria-invalid={json.problem !== null || found.length > 0 || undefined}
            spellCheck={false}
            rows={24}
            readOnly={refusal !== null}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            className="w-full resize-y whitespace-pre rounded-lg border border-line-strong bg-surface p-4 font-mono text-xs leading-5 shadow-card aria-invalid:border-bad"
          />
          {json.problem !== null && (
            <p role="alert" className="text-bad">
              {json.problem}
            </p>
          )}
          {json.problem === null && found.length > 0 && (
            <div role="alert">
              <ul aria-label="Problems" className="space-y-1">
                {found.map(({ field, message }) => {
                  const line = lineOf(text, field);
                  return (
                    <li key={`${field} ${message}`} className="flex flex-wrap items-baseline gap-x-2">
                      <button
                        type="button"
                        onClick={() => showLine(line)}
                        className="rounded font-medium text-bad underline underline-offset-2"
                      >
                        Line {line}
                      </button>
                      <code className="font-mono text-xs">{field}</code>
                      <span>{message}.</span>
                    </li>
                  );
                })}
              </ul>
            </div>
          )}
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

function parsed(text: string): { readonly value: unknown; readonly problem: string | null } {
  try {
    return { value: JSON.parse(text), problem: null };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { value: undefined, problem: `This is not JSON: ${error.message}.` };
  }
}
