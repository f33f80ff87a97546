import { z } from "zod";

/**
 * Marks fields of requests that a person who approves one is not shown as they were sent (docs/adr/0102). A secret is
 * shown to nobody, an SSH key by its fingerprint, and a long text by its digest, with the text itself for who may
 * decide.
 */
export const shownAs = z.registry<{ readonly shown_as: "secret" | "ssh_key" | "text" }>();
