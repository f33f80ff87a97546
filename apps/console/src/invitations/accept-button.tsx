"use client";

import { useMutation } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

export function AcceptButton({ token, organizationName }: { token: string; organizationName: string }) {
  const trpc = useTRPC();
  const accept = useMutation(trpc.invitation.accept.mutationOptions({ onSuccess: () => window.location.assign("/") }));
  return (
    <div className="space-y-4">
      {accept.error && <ProblemNotice problem={problemOf(accept.error)} />}
      <Button
        look="primary"
        className="w-full"
        busy={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ token })}
      >
        Join {organizationName}
      </Button>
    </div>
  );
}
