/** The Export menu: pictures, trajectory, map, state. What cannot be made yet says why. */
import { memo } from "react";
import { ExportMenu as Files } from "../../ui/ExportMenu.tsx";
import { type Shown, saveMap, savePng, saveState, saveSvg, saveTrajectory } from "./exports.ts";
import { shown } from "./shown.ts";

function saving(write: (shown: Shown) => Promise<void>) {
  return async (): Promise<void> => {
    if (!shown.current) throw new Error("There is nothing to export yet.");
    await write(shown.current);
  };
}

const ITEMS = [
  ["Portrait (PNG)", saving(savePng)],
  ["Portrait (SVG)", saving(saveSvg)],
  ["Trajectory (CSV)", saving(saveTrajectory)],
  ["Basin map (CSV)", saving(saveMap)],
  ["State (JSON)", saving(saveState)],
] as const;

export const ExportMenu = memo(function ExportMenu() {
  return (
    <div className="basin-export">
      <Files items={ITEMS} />
    </div>
  );
});
