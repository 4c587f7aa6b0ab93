// All words in Estonian.

import type { Messages } from "../lib/i18n";
import { app } from "./parts/app.et";
import { room } from "./parts/room.et";

export const et: Messages = { ...app, ...room };
