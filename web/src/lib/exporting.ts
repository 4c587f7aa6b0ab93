// Games and boards on their way out of the page: as records, move lists, links and pictures.

import type { Known } from "./api";
import { href } from "./router";

/** The longer side of a picture that is saved. */
export const PIXELS = 1200;

/** What is known of a game besides its moves. */
export interface Heading extends Required<Known> {
  game: string;
  start: string | null;
}

/** The address, from `#` on, of a game at a ply. */
export const gameHref = (game: string, start: string | null, moves: readonly string[], ply: number): string =>
  href("analysis", "", { game, start, moves: moves.join(" "), ply });

/** What files of a game are called, without their ending. */
export const fileName = (game: string): string => game.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Hand a file over to be saved. */
export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** An SVG picture as PNG, its longer side of so many pixels. */
export async function pngOf(svg: string, pixels: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    const scale = pixels / Math.max(image.naturalWidth, image.naturalHeight);
    canvas.width = Math.round(scale * image.naturalWidth);
    canvas.height = Math.round(scale * image.naturalHeight);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture came out"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
