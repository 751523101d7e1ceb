/** The page's colours as they are shown just now, light or dark, for pictures that must stand alone. */

/** What reads a variable of app.css: `"--ink"` gives `"#1c2024"`. */
export function shownColours(): (variable: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (variable) => style.getPropertyValue(variable).trim();
}
