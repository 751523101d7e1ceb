/** A word with its definition on hover, focus or tap. */
import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { GLOSSARY, type TermId } from "./glossary.ts";

export function Term({ id, children }: { readonly id: TermId; readonly children?: ReactNode }) {
  const [title, definition] = GLOSSARY[id];
  return (
    <Tooltip label={definition} position="bottom" multiline w={280} events={{ hover: true, focus: true, touch: true }} withArrow>
      <button type="button" className="term">
        {children ?? title}
      </button>
    </Tooltip>
  );
}
