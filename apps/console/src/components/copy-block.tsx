"use client";

import { Check, Copy } from "lucide-react";
import { Button } from "./button.tsx";
import { useCopy } from "./copyable.tsx";

/** A text to copy, such as a configuration or a secret that is shown once. Line breaks are kept. */
export function CopyBlock({ label, text }: { label: string; text: string }) {
  const { copied, copy } = useCopy();
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between gap-2">
        <p className="font-medium">{label}</p>
        <Button look="quiet" aria-label={`Copy ${label}`} onClick={() => copy(text)}>
          {copied ? <Check className="size-4 text-good" aria-hidden /> : <Copy className="size-4" aria-hidden />}
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
      <code
        className="block select-all whitespace-pre-wrap break-all rounded-lg border border-line bg-canvas px-3.5 py-3
          font-mono text-[13px]"
      >
        {text}
      </code>
    </div>
  );
}
