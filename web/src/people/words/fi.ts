// The words of a person's own page, in Finnish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "me.title": "Profiili",
  "me.guest": "Olet vieras. Valitse nimimerkki, niin pelisi vaikuttavat vahvuuslukuusi.",
  "me.name": "Nimimerkki",
  "me.name.save": "Tallenna",
  "me.name.saved": "Tallennettu.",
  "me.name.help": "2–20 kirjainta tai numeroa. Tiliä ei tarvita.",
  "me.ratings": "Vahvuusluvut",
  "me.ratings.none": "Ei vielä vahvuusluvullisia pelejä.",
  "me.ratings.help":
    "Mukaan lasketaan alusta loppuun ilman vihjeitä ja peruttuja siirtoja pelatut pelit hahmoa tai toista nimimerkillistä pelaajaa vastaan.",
  "me.game": "Peli",
  "me.rating": "Vahvuusluku",
  "me.games": "Pelejä",
  "me.results": "Voitot, tasapelit, tappiot",
  "me.match": "Sopiva vastus",
  "me.history": "Vahvuusluvulliset pelit",
  "me.all": "Kaikki",
  "me.result": "Tulos",
  "me.result.1": "voitto",
  "me.result.0.5": "tasapeli",
  "me.result.0": "tappio",
  "me.opponent": "Vastustaja",
  "me.moves": "Siirtoja",
  "me.rated": "Vahvuusluku",
  "me.rated.yes": "laskettu",
  "me.date": "Aika",
  "me.all.games": "Kaikki pelisi, myös vahvuusluvun ulkopuoliset",
  "me.browsers":
    "Tässä ovat tämän selaimen pelit ja kaikkien muiden, joilla on avaimesi. Peli jatkuu selaimessa, jossa pelaat sitä.",
  "me.browser": "Tässä ovat tämän selaimen pelit. Nimimerkillä ja sen avaimella näet ne muissakin.",
  "me.more": "Lisää",
  "me.key": "Ota mukaan",
  "me.key.words":
    "Avaimella toisesta selaimesta tulee sinun. Avaimen haltija on sinä: säilytä se hyvin. Uusi avain korvaa vanhan.",
  "me.key.make": "Luo avain",
  "me.key.shown": "Avaimesi, näytetään vain kerran",
  "me.key.have": "Minulla on avain",
  "me.key.use": "Käytä",
  "error.bad_name":
    "Tämä ei käy nimimerkiksi: 2–20 saman aakkoston kirjainta tai numeroa, välissä yksittäisiä välilyöntejä tai viivoja.",
  "error.name_taken": "Joku toinen käyttää tätä nimimerkkiä.",
  "error.unknown_key": "Kenelläkään ei ole tätä avainta.",
};
