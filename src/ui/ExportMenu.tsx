/** The Export menu of a lab: one item a file. What cannot be made says why, beside the menu. */
import { Button, Menu } from "@mantine/core";
import { useState } from "react";

/** What the menu calls a file, and what makes and saves it. What it throws is a sentence for the page. */
export type ExportItem = readonly [title: string, save: () => void | Promise<void>];

interface ExportMenuProps {
  readonly items: readonly ExportItem[];
  /** Why there is nothing to export yet; null where there is something. */
  readonly nothing?: string | null;
}

export function ExportMenu({ items, nothing = null }: ExportMenuProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (make: () => void | Promise<void>): Promise<void> => {
    try {
      await make();
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button size="sm" variant="default" disabled={nothing !== null} title={nothing ?? undefined}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(([title, make]) => (
            <Menu.Item key={title} onClick={() => void save(make)}>
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
    </>
  );
}
