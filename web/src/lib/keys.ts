// Keys that do something wherever the focus is, but where something is being written or the focus uses them itself.

/** What keys do, by `event.key`. */
export type Keys = Readonly<Record<string, () => void>>;

const WRITING =
  "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]";
/** What uses the space bar, or Enter, or arrows for itself when it has the focus. */
const OWN: Readonly<Record<string, string>> = {
  " ": "button, a, summary, input, select, [role=menuitem]",
  Enter: "button, a, summary, input, [role=gridcell], [role=menuitem]",
  ArrowUp: "input, select, [role=gridcell], [role=tab], [role=menuitem]",
  ArrowDown: "input, select, [role=gridcell], [role=tab], [role=menuitem]",
  ArrowLeft: "input, select, [role=gridcell], [role=tab]",
  ArrowRight: "input, select, [role=gridcell], [role=tab]",
};

/** Whether a key that is pressed on an element is meant for the page rather than for the element. */
export function isFree(key: string, target: Element): boolean {
  return (
    !target.closest(WRITING) && !(OWN[key] && target.closest(OWN[key])) && !target.closest("dialog[open]")
  );
}

/** A handler of keydown events for these keys. */
export function handler(keys: Keys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const act = keys[event.key];
    if (!act || (event.target instanceof Element && !isFree(event.key, event.target))) return;
    event.preventDefault();
    act();
  };
}
