"use client";

import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { NameList } from "./name-list.tsx";

/** What becomes of objects whose names the files have. */
export type ExistingAnswer = "keep" | "replace";

/** Asked before anything is replaced. Nothing is, unless somebody says so. */
export function ExistingQuestion({
  existing,
  answer,
  onAnswer,
}: {
  existing: ReadonlySet<string>;
  answer: ExistingAnswer;
  onAnswer: (answer: ExistingAnswer) => void;
}) {
  return (
    <div className="space-y-3">
      <div role="alert">
        <p className="font-medium">
          {existing.size === 1 ? "One of them is there already" : `${existing.size} of them are there already`}
        </p>
        <NameList names={[...existing]} />
      </div>
      <ChoiceGroup legend="What becomes of what is there" error={undefined}>
        <ChoiceCard
          name="existing"
          title="Keep what is there"
          checked={answer === "keep"}
          onChange={() => onAnswer("keep")}
        >
          Files of the same name are left out.
        </ChoiceCard>
        <ChoiceCard
          name="existing"
          title="Replace it"
          checked={answer === "replace"}
          onChange={() => onAnswer("replace")}
        >
          By the files of the same name.
        </ChoiceCard>
      </ChoiceGroup>
    </div>
  );
}
