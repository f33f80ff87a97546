"use client";

import type { AccessKey, BucketPolicy, FieldError } from "@fulmar/contract";
import { PolicyDocument, type PolicyProblem, policyWarnings, readPolicy } from "@fulmar/contract/bucket-policy";
import { useMutation } from "@tanstack/react-query";
import { Ban, Check, Trash2 } from "lucide-react";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Section } from "@/components/facts.tsx";
import { RefusalNote } from "@/components/form-fields.tsx";
import { JsonEditor, parseJson } from "@/components/json-editor.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { DocsLink } from "@/docs/docs-link.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { reaches } from "../access-keys/access-key-labels.ts";
import { describeStatement } from "./describe-policy.ts";
import { READY_POLICIES, withStatements } from "./ready-policies.ts";

/** A policy as text, in words, and with what is wrong with it. */
export function PolicyEditor({
  bucketPolicy,
  accessKeys,
}: {
  bucketPolicy: BucketPolicy;
  accessKeys: readonly AccessKey[];
}) {
  const { name } = bucketPolicy;
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const present = bucketPolicy.policy === null ? "" : JSON.stringify(bucketPolicy.policy, null, 2);
  const [text, setText] = useState(present);
  const target = { workspace_id: workspaceId, bucket_name: name };
  const put = useMutation(
    trpc.bucketPolicy.put.mutationOptions({
      onSuccess: ({ policy }) => {
        setText(JSON.stringify(policy, null, 2));
        return changed("The policy is saved", "It applies from the next request on.");
      },
    }),
  );
  const json = text.trim() === "" ? { value: undefined, problem: null } : parseJson(text);
  const checked = checkedPolicy(json.value, bucketPolicy, accessKeys, workspaceId);
  const refusal = (["object-storage.write", "object-storage.read", "object-storage.delete"] as const)
    .map((scope) => roleRefusal(scope))
    .find((reason) => reason !== null);
  const notReady =
    json.problem ??
    (text.trim() === "" ? "Write a policy, or begin with a ready-made one." : null) ??
    (checked.errors.length > 0 ? "The policy has problems; fix those listed below it." : null) ??
    (text === present ? "There are no changes." : null);
  const save = () => {
    const { data } = PolicyDocument.safeParse(json.value);
    if (data !== undefined) put.mutate({ ...target, policy: data });
  };
  const key = accessKeys.find((each) => reaches(each, name))?.access_key_id;
  return (
    <div className="space-y-8">
      <Section
        title="Bucket policy"
        lead={
          <>
            Allows or denies S3 requests, in addition to the permissions of the access keys. It does not apply to this
            console or the public API. <DocsLink to="bucketPolicies">About bucket policies</DocsLink>
          </>
        }
        actions={
          <>
            {bucketPolicy.policy !== null && (
              <DeleteAction
                deletion={trpc.bucketPolicy.delete}
                input={target}
                plan={trpc.changePlan.bucketPolicy.delete}
                onDeleted={() => {
                  setText("");
                  return changed(`${name} has no policy now`);
                }}
                what="policy"
                name={`the policy of ${name}`}
                lead="From the next request on, only the permissions of the access keys apply."
                button={
                  <>
                    <Trash2 className="size-4" aria-hidden />
                    Delete policy
                  </>
                }
                refusal={refusal ?? null}
              />
            )}
            <Button look="primary" busy={put.isPending} refusal={refusal ?? notReady} onClick={save}>
              Save policy
            </Button>
          </>
        }
      >
        <div className="space-y-3">
          {put.error && <ProblemNotice problem={problemOf(put.error)} />}
          <RefusalNote refusal={refusal ?? null} />
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-ink-muted">Add</span>
            {READY_POLICIES.map((ready) => (
              <Button
                key={ready.name}
                title={ready.hint}
                refusal={refusal ?? json.problem}
                onClick={() =>
                  setText(JSON.stringify(withStatements(json.value, ready.statements(name, key)), null, 2))
                }
              >
                {ready.name}
              </Button>
            ))}
          </div>
          <JsonEditor
            label="Policy as JSON"
            text={text}
            onText={setText}
            readOnly={refusal !== undefined}
            problem={json.problem}
            errors={checked.errors}
            warnings={checked.warnings}
            rows={18}
          />
        </div>
      </Section>
      <Section title="Statements" lead="What each statement of the policy means. A deny overrides an allow.">
        {checked.sentences.length === 0 ? (
          <p className="text-ink-muted">
            {text.trim() === ""
              ? "Without a policy, the permissions of the access keys apply, and anybody can read a public bucket."
              : "The statements are explained here once the policy has no problems."}
          </p>
        ) : (
          <ol
            aria-label="Statements"
            className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card"
          >
            {checked.sentences.map(({ words, allows }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: statements have no ids, only positions
              <li key={index} className="flex items-start gap-3 px-4 py-3">
                <span
                  aria-hidden
                  className={`grid size-6 shrink-0 place-items-center rounded-full
                    ${allows ? "bg-good-soft text-good" : "bg-bad-soft text-bad"}`}
                >
                  {allows ? <Check className="size-3.5" /> : <Ban className="size-3.5" />}
                </span>
                <span className="min-w-0 pt-0.5 [overflow-wrap:anywhere]">{words}.</span>
              </li>
            ))}
          </ol>
        )}
      </Section>
    </div>
  );
}

interface Checked {
  readonly errors: readonly FieldError[];
  readonly warnings: readonly FieldError[];
  readonly sentences: readonly { readonly words: string; readonly allows: boolean }[];
}

/** The answer of the store's own parser. @param document undefined for none */
function checkedPolicy(
  document: unknown,
  { name, blocks_public_policies, restricts_public_access }: BucketPolicy,
  accessKeys: readonly AccessKey[],
  workspaceId: string,
): Checked {
  if (document === undefined) return { errors: [], warnings: [], sentences: [] };
  const read = readPolicy(document, name);
  if (read.policy === undefined) return { errors: read.problems.map(fieldErrorOf), warnings: [], sentences: [] };
  const writers = accessKeys.filter((key) => key.permission !== "read" && reaches(key, name));
  const warnings = policyWarnings(read.policy, {
    ...{
      bucketName: name,
      workspaceId: BigInt(workspaceId),
      writers: writers.map(({ access_key_id }) => access_key_id),
    },
    blocksPublicPolicies: blocks_public_policies,
    restrictsPublicAccess: restricts_public_access,
  });
  return {
    errors: [],
    warnings: warnings.map(fieldErrorOf),
    sentences: read.policy.statements.map((statement) => ({
      words: describeStatement(statement, name, accessKeys),
      allows: statement.effect === "Allow",
    })),
  };
}

function fieldErrorOf({ path, message }: PolicyProblem): FieldError {
  return { field: path.join("."), message };
}
