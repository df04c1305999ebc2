/** What of gifenc the page uses. */
type Palette = number[][];
export function quantize(rgba: Uint8ClampedArray | Uint8Array, most: number): Palette;
export function nearestColorIndex(palette: Palette, colour: number[]): number;
export function GIFEncoder(): {
  writeFrame(index: Uint8Array, width: number, height: number, how: { palette: Palette; delay: number; transparent?: boolean; transparentIndex?: number; dispose?: number }): void;
  finish(): void;
  bytes(): Uint8Array<ArrayBuffer>;
};
