/** The page's header: its name, the labs, the theme and help. */
import { Menu, useMantineColorScheme } from "@mantine/core";
import { startTour } from "../stores/tour.ts";
import { glossaryLink } from "../ui/glossary.ts";
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
        <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <button type="button" className="plain-button" data-button="help">
              Help
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              onClick={() => {
                // It is a tour of the first lab's screen.
                if (current !== LABS[0].id) window.location.hash = `#/${LABS[0].id}`;
                startTour("help");
              }}
            >
              Tour
            </Menu.Item>
            <Menu.Item component="a" href={glossaryLink()}>
              Glossary
            </Menu.Item>
            <Menu.Item onClick={onHelp}>How to use the page</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </header>
  );
}
