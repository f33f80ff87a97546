"use client";

import { onDemand } from "@/client/on-demand.tsx";

/** A resource's users and its uses. Loaded after the page, which does not wait for it. */
export const RelatedResources = onDemand(async () => (await import("./related-card.tsx")).RelatedCard);
