// All words in Finnish.

import type { Messages } from "../lib/i18n";
import { app } from "./parts/app.fi";
import { games } from "./parts/games.fi";
import { room } from "./parts/room.fi";

export const fi: Messages = { ...app, ...games, ...room };
