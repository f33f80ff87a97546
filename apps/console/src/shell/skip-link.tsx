/** The first tab stop: skips the frame and goes to the page. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-md bg-primary px-4 py-2 font-medium text-on-primary focus:not-sr-only focus:fixed
        focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}
