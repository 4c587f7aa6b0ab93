// Short tones for what happens in a game, made by the browser itself; unheard when the reader has muted them.

import { sound } from "./settings";

export type Sound = "move" | "capture" | "turn" | "won" | "lost" | "drawn" | "over" | "refused";

/** The tones of each sound: pitch in hertz, and when they begin and how long they last, in seconds. */
const TONES: Record<Sound, readonly (readonly [pitch: number, at: number, lasts: number])[]> = {
  move: [[330, 0, 0.07]],
  capture: [
    [330, 0, 0.06],
    [220, 0.05, 0.1],
  ],
  turn: [
    [440, 0, 0.07],
    [550, 0.07, 0.09],
  ],
  won: [
    [392, 0, 0.16],
    [494, 0.12, 0.16],
    [587, 0.24, 0.16],
    [784, 0.36, 0.5],
  ],
  lost: [
    [392, 0, 0.22],
    [330, 0.18, 0.22],
    [262, 0.36, 0.5],
  ],
  drawn: [
    [392, 0, 0.2],
    [392, 0.22, 0.4],
  ],
  over: [
    [392, 0, 0.18],
    [494, 0.14, 0.4],
  ],
  refused: [[160, 0, 0.14]],
};

let context: AudioContext | null = null;

/** Play a sound; browsers allow it once the reader has clicked or typed somewhere. */
export function play(name: Sound): void {
  if (!sound.value || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const tone of TONES[name]) ring(context, tone);
}

function ring(audio: AudioContext, [pitch, at, lasts]: readonly [number, number, number]): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const begin = audio.currentTime + at;
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(0.16, begin + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + lasts);
}
