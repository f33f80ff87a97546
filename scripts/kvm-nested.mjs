// `npm run kvm-nested`: a machine of a libvirt site gets a card, on an emulated host with an IOMMU (docs/kvm.md).
import { installPackages } from "./prepare.mjs";
import { phase } from "./progress.mjs";

/** Returns the exit code; undefined where this machine lacks programs, after printing the reason. */
export async function kvmNested() {
  await installPackages();
  const trial = await import("../packages/providers/src/libvirt/gpus/nested-trial-fixture.ts");
  const reason = trial.whyNoNestedHost();
  if (reason !== undefined) {
    process.stderr.write(`  – Skipped: the trial of pass-through. ${reason}\n`);
    return undefined;
  }
  await trial.nestedTrial(phase);
  return 0;
}
