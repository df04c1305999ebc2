/** A text of the page's modules with its values. */
export function filled(text: string, values: Record<string, unknown> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
