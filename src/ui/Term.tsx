/** A word with its definition: on hover or focus as a tip, and pressed as a small panel with the way to the glossary. */
import { Popover, Tooltip } from "@mantine/core";
import { memo, type ReactNode, useEffect, useState } from "react";
import { GLOSSARY, glossaryLink, type TermId } from "./glossary.ts";

interface TermProps {
  readonly id: TermId;
  readonly children?: ReactNode;
}

export const Term = memo(function Term({ id, children }: TermProps) {
  const [title, definition] = GLOSSARY[id];
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!opened) return;
    // The panel hears Escape only once the focus has come into it.
    const close = (event: KeyboardEvent): void => {
      if (event.key === "Escape") setOpened(false);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [opened]);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom"
      width={300}
      withArrow
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Tooltip label={definition} position="bottom" multiline w={280} disabled={opened} withArrow events={TIP}>
        <Popover.Target>
          <button type="button" className="term" onClick={() => setOpened((before) => !before)}>
            {children ?? title}
          </button>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown>
        <p>
          <strong>{title}.</strong> {definition}
        </p>
        <a className="term-link" href={glossaryLink(id)} onClick={() => setOpened(false)}>
          {title} in the glossary
        </a>
      </Popover.Dropdown>
    </Popover>
  );
});

/** A touch presses, which shows the panel. */
const TIP = { hover: true, focus: true, touch: false };
