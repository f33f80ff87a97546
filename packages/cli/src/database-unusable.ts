/**
 * The database of DATABASE_URL cannot be reached, or lets nobody in; its URL is not repeated, for it holds a password.
 */
export class DatabaseUnusable extends Error {
  override readonly name = "DatabaseUnusable";

  constructor(cause: unknown) {
    const { code, message } = cause as { code?: string; message?: string };
    super(
      `The database cannot be used (${[code, message].filter(Boolean).join(": ")}); check DATABASE_URL, and that PostgreSQL runs.`,
      { cause },
    );
  }
}
