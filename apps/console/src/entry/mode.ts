// React and Next read the variable when they are loaded: this file must be imported before pages.ts.

const environment: Record<string, string | undefined> = process.env;

environment.NODE_ENV ??= "production";

/** Whether Next compiles pages when they are viewed. */
export const isDevelopment = environment.NODE_ENV === "development";
