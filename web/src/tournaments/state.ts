// The state of long work in words.

import { t } from "../lib/i18n";
import type { Tournament } from "../lib/types";

export function stateText(state: Tournament["state"]): string {
  return t(`state.${state}`);
}
