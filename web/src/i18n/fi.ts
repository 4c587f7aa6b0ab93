// All words in Finnish.

import type { Messages } from "../lib/i18n";
import { app } from "./parts/app.fi";
import { room } from "./parts/room.fi";

export const fi: Messages = { ...app, ...room };
