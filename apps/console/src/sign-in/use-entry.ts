"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";

/** Leads into the console once a session has begun; what the server had said before, it says anew. */
export function useEntry(): { entering: boolean; enter: () => void } {
  const router = useRouter();
  const [entering, setEntering] = useState(false);
  const enter = () => {
    setEntering(true);
    const next = new URLSearchParams(window.location.search).get("next");
    // Only a way within this console, and only to where signing in is part of the way: nobody is led elsewhere by a
    // link.
    if (next !== null && /^\/invitations\/[\w-]+$/.test(next)) window.location.replace(next);
    else router.replace("/");
    router.refresh();
  };
  return { entering, enter };
}
