/** What of lean-qr the page uses. */
export function generate(data: string): { size: number; get(x: number, y: number): boolean };
