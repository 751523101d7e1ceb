/** The labs that the page offers, in the order of its navigation. A new lab is one line here and a folder in labs/. */
import { type ComponentType, createElement } from "react";
import { CohortLab } from "../labs/cohort/CohortLab.tsx";
import { latePart } from "../ui/late-part.tsx";

export interface LabEntry {
  /** Its place in the address: `#/id`. */
  readonly id: string;
  readonly title: string;
  /** Labs other than the first load when they are opened. */
  readonly component: ComponentType;
}

const LOADING = createElement("p", { className: "loading" }, "Loading the lab.");

const BasinLab = latePart("The basin lab", async () => (await import("../labs/basins/BasinLab.tsx")).BasinLab, LOADING);

const ExperimentsLab = latePart(
  "The experiments page",
  async () => (await import("../labs/experiments/ExperimentsLab.tsx")).ExperimentsLab,
  LOADING,
);

export const LABS: readonly [LabEntry, ...LabEntry[]] = [
  { id: "cohort", title: "Cohort", component: CohortLab },
  { id: "basins", title: "Basins", component: BasinLab },
  { id: "experiments", title: "Experiments", component: ExperimentsLab },
];

/** The lab of an id; the first where there is none of that id, which the page says. */
export function labById(id: string): { readonly lab: LabEntry; readonly known: boolean } {
  const found = LABS.find((lab) => lab.id === id);
  return { lab: found ?? LABS[0], known: found !== undefined || id === "" };
}
