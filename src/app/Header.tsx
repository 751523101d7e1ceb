/** The page's header: its name, the labs, the theme and help. */
import { useMantineColorScheme } from "@mantine/core";
import { LABS } from "./labs.ts";

const NEXT = { auto: "light", light: "dark", dark: "auto" } as const;
const SAID = { auto: "auto, as the system", light: "light", dark: "dark" } as const;

interface HeaderProps {
  readonly current: string;
  readonly onHelp: () => void;
}

export function Header({ current, onHelp }: HeaderProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <header className="app-header">
      <span className="app-name">Co-RL playground</span>
      <nav aria-label="Labs" className="app-nav">
        {LABS.map((lab) => (
          <a
            key={lab.id}
            href={`#/${lab.id}`}
            aria-current={lab.id === current ? "page" : undefined}
            // The open lab's own link would drop the settings that its address carries.
            onClick={(event) => lab.id === current && event.preventDefault()}
          >
            {lab.title}
          </a>
        ))}
      </nav>
      <div className="app-tools">
        <button
          type="button"
          className="plain-button"
          title={`Colours: ${SAID[colorScheme]}. Press for ${NEXT[colorScheme]}.`}
          onClick={() => setColorScheme(NEXT[colorScheme])}
        >
          Theme: {colorScheme}
        </button>
        <button type="button" className="plain-button" onClick={onHelp}>
          Help
        </button>
      </div>
    </header>
  );
}
