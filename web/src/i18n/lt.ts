// All words in Lithuanian.

import type { Messages } from "../lib/i18n";
import { app } from "./parts/app.lt";
import { room } from "./parts/room.lt";

export const lt: Messages = { ...app, ...room };
