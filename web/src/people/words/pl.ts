// The words of a person's own page, in Polish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "me.title": "Profil",
  "me.guest": "Grasz jako gość. Wybierz pseudonim, a partie będą liczone do rankingu.",
  "me.name": "Pseudonim",
  "me.name.save": "Zapisz",
  "me.name.saved": "Zapisano.",
  "me.name.help": "Od 2 do 20 liter lub cyfr. Konto nie jest potrzebne.",
  "me.ratings": "Rankingi",
  "me.ratings.none": "Nie ma jeszcze partii rankingowych.",
  "me.ratings.help":
    "Liczą się partie rozegrane od początku do końca, bez podpowiedzi i cofniętych ruchów, przeciwko postaci lub komuś z pseudonimem.",
  "me.game": "Gra",
  "me.rating": "Ranking",
  "me.games": "Partie",
  "me.results": "Wygrane, remisy, przegrane",
  "me.match": "Dla ciebie",
  "me.history": "Partie rankingowe",
  "me.all": "Wszystkie",
  "me.result": "Wynik",
  "me.result.1": "wygrana",
  "me.result.0.5": "remis",
  "me.result.0": "przegrana",
  "me.opponent": "Przeciwnik",
  "me.moves": "Ruchy",
  "me.rated": "Ranking",
  "me.rated.yes": "rankingowa",
  "me.date": "Kiedy",
  "me.all.games": "Wszystkie twoje partie, rankingowe i nie",
  "me.browsers":
    "To partie z tej przeglądarki i ze wszystkich, które mają Twój klucz. Partię kontynuuje się w przeglądarce, w której ją grasz.",
  "me.browser": "To partie z tej przeglądarki. Z pseudonimem i jego kluczem zobaczysz je także w innych.",
  "me.more": "Więcej",
  "me.key": "Zabierz ze sobą",
  "me.key.words":
    "Dzięki kluczowi inna przeglądarka staje się twoja. Kto go ma, jest tobą: chroń go. Nowy klucz zastępuje stary.",
  "me.key.make": "Utwórz klucz",
  "me.key.shown": "Twój klucz, pokazany tylko raz",
  "me.key.have": "Mam klucz",
  "me.key.use": "Użyj",
  "error.bad_name":
    "To nie może być pseudonim: od 2 do 20 liter jednego alfabetu lub cyfr, z pojedynczymi odstępami lub łącznikami.",
  "error.name_taken": "Ktoś inny ma ten pseudonim.",
  "error.unknown_key": "Nikt nie ma tego klucza.",
};
