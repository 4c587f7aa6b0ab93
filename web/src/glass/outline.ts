// The shape of a recorded search: which rows are shown, with some subtrees closed, and where each stands.

/** For each row the one above it; -1 of a root. Rows lie in preorder, and `sizes` counts each subtree. */
export function parentsOf(sizes: readonly number[]): Int32Array<ArrayBuffer> {
  const parents = new Int32Array(sizes.length);
  const above: number[] = [];
  for (let row = 0; row < sizes.length; row++) {
    while (above.length > 0 && row >= endOf(sizes, above.at(-1) as number)) above.pop();
    parents[row] = above.at(-1) ?? -1;
    above.push(row);
  }
  return parents;
}

/** The first row behind a subtree. */
export const endOf = (sizes: readonly number[], row: number): number => row + (sizes[row] ?? 1);

export const hasChildren = (sizes: readonly number[], row: number): boolean => (sizes[row] ?? 1) > 1;

/** The rows from the root to a row. */
export function pathTo(parents: Int32Array, row: number): number[] {
  const found = [];
  for (let at = row; at >= 0; at = parents[at] ?? -1) found.push(at);
  return found.reverse();
}

/** The rows that are shown, of all roots or of one subtree: those whose ancestors are all open. */
export function visibleRows(
  sizes: readonly number[],
  isOpen: (row: number) => boolean,
  zoom: number | null,
): number[] {
  const found = [];
  const last = zoom === null ? sizes.length : endOf(sizes, zoom);
  let row = zoom ?? 0;
  while (row < last) {
    found.push(row);
    row = row === zoom || isOpen(row) ? row + 1 : endOf(sizes, row);
  }
  return found;
}

/** Where a row stands among sorted ones, or where it would. */
export function placeOf(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
