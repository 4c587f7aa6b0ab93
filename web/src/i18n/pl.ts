// All words in Polish.

import type { Messages } from "../lib/i18n";
import { app } from "./parts/app.pl";
import { room } from "./parts/room.pl";

export const pl: Messages = { ...app, ...room };
