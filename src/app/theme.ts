/** Mantine's theme: the page's own quiet blue, dark enough for white text on it in both schemes. */
import { createTheme, type MantineColorsTuple } from "@mantine/core";

const ink: MantineColorsTuple = [
  "#eef3fb",
  "#d9e3f4",
  "#b3c7e8",
  "#86a6da",
  "#5c87cd",
  "#3f70c0",
  "#2f5fae",
  "#275197",
  "#1f437e",
  "#183666",
];

export const theme = createTheme({
  colors: { ink },
  primaryColor: "ink",
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: "sm",
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { transitionProps: { duration: 0 } } },
  },
});
