"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useBucket } from "@/buckets/bucket-frame.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPCClient } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Question } from "@/components/dialog.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { lastName } from "./object-names.ts";
import { bucketInput } from "./object-queries.ts";
import { useBucketPlace } from "./use-objects-address.ts";

const HOUR_S = 3_600;
/** In seconds. */
const DURATIONS = [
  [HOUR_S, "1 hour"],
  [24 * HOUR_S, "1 day"],
  [7 * 24 * HOUR_S, "7 days"],
] as const;

/** Links that open objects without signing in: signed ones that expire, and plain ones if the bucket is public. */
export function ShareLinks({ open, onClose, keys }: DialogState & { keys: readonly string[] }) {
  const { is_public } = useBucket();
  const place = useBucketPlace();
  const client = useTRPCClient();
  const [duration, setDuration] = useState<number>(HOUR_S);
  const make = useMutation({
    mutationFn: async () => {
      const input = { ...bucketInput(place), expires_in: duration };
      const made = await Promise.all(
        keys.map((object_key) => client.object.createDownloadUrl.mutate({ ...input, object_key })),
      );
      return {
        text: made.map(({ url }) => (is_public ? withoutSignature(url) : url)).join("\n"),
        until: made[0]?.expires_at,
      };
    },
  });
  const many = keys.length > 1;
  const what = many ? `${keys.length} objects` : lastName(keys[0] ?? "");
  const action = is_public ? (many ? "Show addresses" : "Show address") : many ? "Create links" : "Create link";
  return (
    <Question
      open={open}
      onClose={onClose}
      wide
      title={`Share ${what}`}
      lead={
        is_public
          ? "The bucket is public: anybody may read its objects at their plain addresses, for as long as it is."
          : `Anybody who has ${many ? "a link reads its object" : "the link reads the object"} without signing ` +
            "in, until it expires. A link cannot be revoked before."
      }
    >
      <form
        className="mt-4 space-y-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!make.isPending) make.mutate();
        }}
      >
        {make.error && <ProblemNotice problem={problemOf(make.error)} />}
        {!is_public && (
          <div className="max-w-48">
            <SelectField
              label="Expires after"
              value={duration}
              onChange={(event) => {
                setDuration(Number(event.currentTarget.value));
                make.reset();
              }}
            >
              {DURATIONS.map(([seconds, words]) => (
                <option key={seconds} value={seconds}>
                  {words}
                </option>
              ))}
            </SelectField>
          </div>
        )}
        {make.data && (
          <div>
            <CopyBlock
              label={is_public ? (many ? "Addresses" : "Address") : many ? "Links" : "Link"}
              text={make.data.text}
            />
            {!is_public && make.data.until !== undefined && (
              <p role="status" className="mt-1.5 text-ink-muted text-xs">
                Works until <DateTime iso={make.data.until} />
              </p>
            )}
          </div>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{make.data ? "Done" : "Cancel"}</Button>
          {!make.data && (
            <Button type="submit" look="primary" busy={make.isPending}>
              {action}
            </Button>
          )}
        </div>
      </form>
    </Question>
  );
}

function withoutSignature(address: string): string {
  const url = new URL(address);
  url.search = "";
  return url.href;
}
