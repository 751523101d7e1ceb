/** The Export menu: pictures, trajectory, map, state. What cannot be made yet says why. */
import { Button, Menu } from "@mantine/core";
import { memo, useState } from "react";
import { type Shown, saveMap, savePng, saveState, saveSvg, saveTrajectory } from "./exports.ts";
import { shown } from "./shown.ts";

const ITEMS: readonly (readonly [string, (shown: Shown) => Promise<void>])[] = [
  ["Portrait (PNG)", savePng],
  ["Portrait (SVG)", saveSvg],
  ["Trajectory (CSV)", saveTrajectory],
  ["Basin map (CSV)", saveMap],
  ["State (JSON)", saveState],
];

export const ExportMenu = memo(function ExportMenu() {
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (write: (shown: Shown) => Promise<void>): Promise<void> => {
    try {
      if (!shown.current) throw new Error("There is nothing to export yet.");
      await write(shown.current);
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="basin-export">
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button size="sm" variant="default">
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ITEMS.map(([title, write]) => (
            <Menu.Item key={title} onClick={() => void save(write)}>
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {problem === null ? null : (
        <p role="alert" className="notice">
          {problem}
        </p>
      )}
    </div>
  );
});
