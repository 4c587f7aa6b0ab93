// Where things are on the drawn board: in hundredths of the board's unit, turned by half where it is flipped.

import type { Board, Cell, Point } from "../lib/types";

export const SCALE = 100;

/** A length of the board as SVG has it. */
export function length(value: number): number {
  return Math.round(value * SCALE * 10) / 10;
}

/** Turns points of a board into points of its picture. */
export class View {
  readonly box: readonly [x: number, y: number, width: number, height: number];
  /** The radius of pieces: stones on points nearly touch, men on cells leave a border. */
  readonly radius: number;
  readonly board: Board;
  readonly flipped: boolean;
  /** Whether pieces are put on the edges of areas, so that the cells of the board are lines. */
  readonly edges: boolean;

  constructor(board: Board, flipped: boolean, labelled: boolean) {
    this.board = board;
    this.flipped = flipped;
    this.edges = board.areas.length > 0;
    this.radius = length(board.radius * (board.tiled ? 0.8 : 0.92));
    const [x0, y0, x1, y1] = labelled ? board.bounds : tight(board);
    const corners = [this.point([x0, y0]), this.point([x1, y1])];
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    this.box = [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
  }

  point([x, y]: Point): Point {
    if (!this.flipped) return [length(x), length(y)];
    const [x0, y0, x1, y1] = surface(this.board);
    return [length(x0 + x1 - x), length(y0 + y1 - y)];
  }

  centre(cell: Cell): Point {
    return this.point([cell.x, cell.y]);
  }

  /** The centre of a cell by its number. */
  spot(cell: number): Point {
    const at = this.board.cells[cell];
    return at ? this.centre(at) : [0, 0];
  }

  polygon(points: readonly Point[]): string {
    return points.map((point) => this.point(point).join(",")).join(" ");
  }

  /** The corners of a cell by its number, as a polygon has them. */
  outline(cell: number): string {
    return this.polygon(this.board.cells[cell]?.outline ?? []);
  }

  /** The corners of a cell or an area about its centre. */
  corners(place: Cell | undefined): Point[] {
    if (!place) return [];
    const [x, y] = this.centre(place);
    return place.outline.map((corner) => {
      const [across, down] = this.point(corner);
      return [across - x, down - y];
    });
  }

  /** The line along a cell that is an edge, as a path. */
  edge(cell: number): string {
    const corners = this.board.cells[cell]?.outline ?? [];
    return pathOf([corners[0], corners[corners.length / 2]].map((corner) => this.point(corner ?? [0, 0])));
  }

  /** The part of the board that a click on a cell may hit. */
  target(cell: Cell): string {
    // The slim rhombus along an edge reaches a quarter of a unit to its sides; to hit, half a unit is fair.
    return this.polygon(
      this.edges ? cell.outline.map((corner, at) => (at % 2 ? widened(cell, corner) : corner)) : cell.outline,
    );
  }
}

/** A line through points, as a path. */
export function pathOf(points: readonly (readonly number[])[]): string {
  return `M${points.map((point) => point.join(" ")).join("L")}`;
}

/** A cross over a point, as a path; reach: of its arms, across and down. */
export function cross([x, y]: Point, reach: number): string {
  const [left, top, right, bottom] = [x - reach, y - reach, x + reach, y + reach];
  return `M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}`;
}

/** The ends of the line on which all of some points lie; null if there is none. */
export function span(points: readonly Point[]): [Point, Point] | null {
  const ordered = points.toSorted(([x, y], [u, v]) => x - u || y - v);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (!first || !last || points.length < 3) return null;
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const far = Math.hypot(dx, dy);
  const straight = points.every(([x, y]) => Math.abs((x - first[0]) * dy - (y - first[1]) * dx) < far);
  return straight ? [first, last] : null;
}

function widened(cell: Cell, [x, y]: Point): Point {
  return [2 * x - cell.x, 2 * y - cell.y];
}

/** The width of a board for its height, with its coordinates. */
export function ratioOf({ bounds: [x0, y0, x1, y1] }: Board): number {
  return (x1 - x0) / (y1 - y0);
}

/** The rectangle round the outlines of all cells. */
export function surface(board: Board): [number, number, number, number] {
  const xs = board.cells.flatMap((cell) => cell.outline.map(([x]) => x));
  const ys = board.cells.flatMap((cell) => cell.outline.map(([, y]) => y));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The rectangle round all that is drawn where no coordinates are. */
function tight(board: Board): [number, number, number, number] {
  const [x0, y0, x1, y1] = surface(board);
  return [x0 - 0.3, y0 - 0.3, x1 + 0.3, y1 + 0.3];
}

/** The cells in the rows in which they are seen, from the top, each from the left. */
export function rows(board: Board, flipped: boolean): number[][] {
  const turn = flipped ? -1 : 1;
  const found = new Map<number, number[]>();
  board.cells.forEach((cell, number) => {
    const height = Math.round(cell.y * 20);
    found.set(height, [...(found.get(height) ?? []), number]);
  });
  const at = (number: number) => board.cells[number]?.x ?? 0;
  return [...found]
    .sort(([a], [b]) => turn * (a - b))
    .map(([, cells]) => cells.sort((a, b) => turn * (at(a) - at(b))));
}

const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

/** The cell to which an arrow key leads; null if it is no arrow key or nothing is there. */
export function arrowTo(board: Board, cell: number, key: string, flipped: boolean): number | null {
  const way = ARROWS.indexOf(key);
  if (way < 0) return null;
  const to = board.arrows[cell]?.[flipped ? (way + 2) % 4 : way] ?? -1;
  return to < 0 ? null : to;
}
