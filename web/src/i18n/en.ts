// All words in English, the language from which the keys and their placeholders are taken.

import { app } from "./parts/app.en";
import { room } from "./parts/room.en";

export const en = { ...app, ...room } as const;
