/** Whether to skip the graceful shutdown. */
export function ForceOption({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-0.5 size-4 accent-accent"
      />
      <span>
        Force
        <span className="block text-ink-muted text-xs">
          Do not ask the machine to shut down first; unsaved data may be lost.
        </span>
      </span>
    </label>
  );
}
