/** The shell: header, the lab that the address names, and what stands between them and a failure. */
import { MantineProvider } from "@mantine/core";
import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import "@mantine/core/styles/SegmentedControl.css";
import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Tooltip.css";
import "@mantine/core/styles/Menu.css";
import "@mantine/core/styles/Loader.css";
import "./app.css";
import { useState } from "react";
import { latePart } from "../ui/late-part.tsx";
import { readCapabilities, shortcomings } from "./capabilities.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Header } from "./Header.tsx";
import { labById } from "./labs.ts";
import { closeGlossary, usePlace } from "./router.ts";
import { theme } from "./theme.ts";

const HelpDialog = latePart("The help", async () => (await import("./HelpDialog.tsx")).HelpDialog);
const Glossary = latePart("The glossary", async () => (await import("./glossary/Glossary.tsx")).Glossary);

export function App() {
  const { lab: id, word } = usePlace();
  const { lab, known } = labById(id);
  const [help, setHelp] = useState(false);
  const [lacking] = useState(() => shortcomings(readCapabilities()));
  const Lab = lab.component;
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      {/* A link to #main would be a route. */}
      <button type="button" className="skip-link" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <Header current={lab.id} onHelp={() => setHelp(true)} />
      <main id="main" tabIndex={-1}>
        {lacking.map((sentence) => (
          <p key={sentence} className="notice" role="alert">
            {sentence}
          </p>
        ))}
        {known ? null : (
          <p className="notice" role="alert">
            There is no lab “{id}” here; this is {lab.title}.
          </p>
        )}
        <ErrorBoundary key={lab.id}>
          <Lab />
        </ErrorBoundary>
      </main>
      {word === null ? null : (
        <ErrorBoundary>
          <Glossary word={word} onClose={closeGlossary} />
        </ErrorBoundary>
      )}
      {help ? (
        <ErrorBoundary>
          <HelpDialog onClose={() => setHelp(false)} />
        </ErrorBoundary>
      ) : null}
    </MantineProvider>
  );
}
