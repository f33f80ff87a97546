import type { Examples } from "./example.ts";

export const tokenExamples = { "token.get": [() => ({})] } satisfies Partial<Examples>;
