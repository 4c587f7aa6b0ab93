// The geometry of the value graph: expected results, 0 to 1, over the moves of a line.

export interface Frame {
  width: number;
  height: number;
}

export interface Dot {
  ply: number;
  x: number;
  y: number;
  value: number;
}

/** Where a ply lies across a graph of so many moves; a graph of no moves is a point at the left. */
export const across = (ply: number, plies: number, frame: Frame): number =>
  plies > 0 ? (ply / plies) * frame.width : 0;

/** The dots of the values that are known. */
export function dotsOf(values: readonly (number | null)[], frame: Frame): Dot[] {
  const plies = values.length - 1;
  return values.flatMap((value, ply) =>
    value === null ? [] : [{ ply, value, x: across(ply, plies, frame), y: (1 - value) * frame.height }],
  );
}

const text = (x: number): string => String(Math.round(x * 100) / 100);

/** A polyline through dots. */
export const linePath = (dots: readonly Dot[]): string =>
  dots.map((dot, n) => `${n ? "L" : "M"}${text(dot.x)} ${text(dot.y)}`).join("");

/** The area between a polyline and the level of an even game. */
export function areaPath(dots: readonly Dot[], frame: Frame): string {
  const [first, last] = [dots[0], dots.at(-1)];
  if (!first || !last || first === last) return "";
  const middle = text(frame.height / 2);
  return `${linePath(dots)}L${text(last.x)} ${middle}L${text(first.x)} ${middle}Z`;
}

/** The ply nearest to a share, 0 to 1, of the graph's width. */
export const plyAt = (share: number, plies: number): number =>
  Math.min(plies, Math.max(0, Math.round(share * plies)));
