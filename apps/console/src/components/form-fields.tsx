import { Lock } from "lucide-react";
import type { ReactNode } from "react";

/**
 * The fields of a form that every member can see. With a refusal the fields are read-only and the reason appears above
 * them. The form's button stays outside so that the keyboard reaches it and its reason.
 */
export function FormFields({
  refusal,
  className = "space-y-4",
  children,
}: {
  refusal: string | null;
  className?: string;
  children: ReactNode;
}) {
  return (
    <>
      <RefusalNote refusal={refusal} />
      <fieldset disabled={refusal !== null} className={`min-w-0 ${className}`}>
        {children}
      </fieldset>
    </>
  );
}

/** The reason why something cannot be changed now, or nothing. */
export function RefusalNote({ refusal }: { refusal: string | null }) {
  if (refusal === null) return null;
  return (
    <p role="note" className="flex gap-2.5 rounded-md border border-line bg-canvas px-3.5 py-2.5 text-ink-muted">
      <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>{refusal}</span>
    </p>
  );
}
