// The words of a person's own page, in Lithuanian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "me.title": "Profilis",
  "me.guest": "Esate svečias. Pasirinkite slapyvardį, ir jūsų partijos bus reitinguojamos.",
  "me.name": "Slapyvardis",
  "me.name.save": "Išsaugoti",
  "me.name.saved": "Išsaugota.",
  "me.name.help": "Nuo 2 iki 20 raidžių ar skaitmenų. Paskyros nereikia.",
  "me.ratings": "Reitingai",
  "me.ratings.none": "Reitinguojamų partijų dar nėra.",
  "me.ratings.help":
    "Skaičiuojamos nuo pradžios iki pabaigos sužaistos partijos be užuominų ir atsiimtų ėjimų prieš personažą arba kitą žaidėją su slapyvardžiu.",
  "me.game": "Žaidimas",
  "me.rating": "Reitingas",
  "me.games": "Partijų",
  "me.results": "Laimėta, lygiosios, pralaimėta",
  "me.match": "Jums tinkamas",
  "me.history": "Reitinguojamos partijos",
  "me.all": "Visi",
  "me.result": "Rezultatas",
  "me.result.1": "laimėta",
  "me.result.0.5": "lygiosios",
  "me.result.0": "pralaimėta",
  "me.opponent": "Priešininkas",
  "me.moves": "Ėjimų",
  "me.rated": "Reitingas",
  "me.rated.yes": "reitinguojama",
  "me.date": "Laikas",
  "me.all.games": "Visos jūsų partijos, reitinguojamos ir ne",
  "me.browsers":
    "Čia šios naršyklės ir visų kitų, turinčių jūsų raktą, partijos. Partija tęsiama toje naršyklėje, kurioje žaidžiate.",
  "me.browser": "Čia šios naršyklės partijos. Su slapyvardžiu ir jo raktu matysite jas ir kitose.",
  "me.more": "Daugiau",
  "me.key": "Pasiimti su savimi",
  "me.key.words":
    "Raktu kita naršyklė tampa jūsų. Kas jį turi, tas yra jūs: saugokite jį. Naujas raktas pakeičia senąjį.",
  "me.key.make": "Sukurti raktą",
  "me.key.shown": "Jūsų raktas, rodomas tik kartą",
  "me.key.have": "Turiu raktą",
  "me.key.use": "Naudoti",
  "error.bad_name":
    "Toks slapyvardis negalimas: nuo 2 iki 20 vienos abėcėlės raidžių ar skaitmenų su pavieniais tarpais ar brūkšneliais.",
  "error.name_taken": "Šį slapyvardį turi kitas žaidėjas.",
  "error.unknown_key": "Tokio rakto niekas neturi.",
};
