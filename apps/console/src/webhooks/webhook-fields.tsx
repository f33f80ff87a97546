"use client";

import { rawText, text, texts, type UsedForm } from "@/client/form.ts";
import { TextArea, TextField } from "@/components/field.tsx";

/** The fields of a webhook's forms. */
export const WEBHOOK_FIELDS = {
  name: rawText(),
  url: text(),
  event_types: texts(/[\s,]+/, "*"),
  description: text(),
};

interface Values {
  readonly name: string;
  readonly url: string;
  readonly event_types: string;
  readonly description: string;
}

export function WebhookFields({ form }: { form: Pick<UsedForm<Values, unknown>, "field"> }) {
  return (
    <>
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="What receives the events, such as chat-bot"
        {...form.field("name")}
      />
      <TextField
        label="URL"
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://hooks.example.com/fulmar"
        hint="It receives POST requests, and must be reachable from the internet"
        {...form.field("url")}
      />
      <TextArea
        label="Events"
        spellCheck={false}
        hint="One in each line: * for all, such as cloud_vm.* for all of a resource, or a type such as bucket.created"
        {...form.field("event_types")}
      />
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
    </>
  );
}
