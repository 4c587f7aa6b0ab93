// What has been typed and not sent yet, kept until the tab is closed: it survives a page that is loaded anew, as when the
// network is gone.

const PREFIX = "nupp.draft.";

function read(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

function write(name: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(PREFIX + name, text);
    else sessionStorage.removeItem(PREFIX + name);
  } catch {
    // A full or forbidden store: what is typed is there as long as the page.
  }
}

/** Forget what was typed into a field, which has been sent. */
export const forgetDraft = (name: string): void => write(name, "");

/** Attach to a field: it has what was typed there before, and what is typed is kept. */
export function draft(name: string): (field: HTMLInputElement | HTMLTextAreaElement) => () => void {
  return (field) => {
    const kept = read(name);
    if (kept && !field.value) {
      field.value = kept;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const keep = () => write(name, field.value);
    field.addEventListener("input", keep);
    return () => field.removeEventListener("input", keep);
  };
}
