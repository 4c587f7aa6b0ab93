// The words of searches that are looked into, in Finnish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "glass.title": "Haun sisällä",
  "glass.words": "Tallenna haku, avaa sen puu ja katso laudalta, mitä se tutki.",
  "glass.link": "Katso haun sisään",
  "glass.two": "Kaksi hakua",
  "glass.number": "Haku {n}",
  "glass.search": "Haku",
  "glass.algorithm": "Algoritmi",
  "glass.parts": "Käytössä olevat osat",
  "glass.part.table": "transpositiotaulu",
  "glass.part.order": "tappajasiirrot",
  "glass.part.history": "historia",
  "glass.part.pvs": "nollaikkunat (PVS)",
  "glass.part.iterative": "iteratiivinen syventäminen",
  "glass.part.aspiration": "kapeat ikkunat",
  "glass.part.quiescence": "lepohaku",
  "glass.set.depth": "Syvyys puolisiirtoina",
  "glass.set.simulations": "Simulaatioita",
  "glass.set.exploration": "Tutkiminen",
  "glass.set.nodes": "Asemia",
  "glass.set.reductions": "Myöhäisten siirtojen lyhennys",
  "glass.set.rave": "RAVE",
  "glass.set.implicit": "Arvio",
  "glass.run": "Hae ja tallenna",
  "glass.stop": "Pysäytä",
  "glass.rows": { one: "{n} rivi", other: "{n} riviä" },
  "glass.before": "Askel taaksepäin",
  "glass.next": "Askel eteenpäin",
  "glass.main": "Paras muunnelma",
  "glass.all": "Avaa kaikki",
  "glass.none": "Sulje kaikki",
  "glass.open": "Avaa",
  "glass.close": "Sulje",
  "glass.zoom": "Näytä vain tämä",
  "glass.whole": "Näytä koko puu",
  "glass.growth": "Puu {n} simulaation jälkeen",
  "glass.whynot": "Miksi ei tämä siirto?",
  "glass.why": "Miksi ei {move}?",
  "glass.path": "Tie tähän solmuun",
  "glass.root": "Alku",
  "glass.depth": "Syvyys {n}",
  "glass.nodes": { one: "{n} asema", other: "{n} asemaa" },
  "glass.visits": { one: "{n} käynti", other: "{n} käyntiä" },
  "glass.left": { one: "{n} siirto jäi katsomatta", other: "{n} siirtoa jäi katsomatta" },
  "glass.reduced": { one: "{n} puolisiirto vähemmän", other: "{n} puolisiirtoa vähemmän" },
  "glass.again": "uudelleen",
  "glass.shallow": "matala koe",
  "glass.quiet": "lepohaku",
  "glass.cause.cut": "katkaisu",
  "glass.cause.table": "taulusta",
  "glass.cause.probcut": "ProbCut",
  "glass.cause.final": "peli ohi",
  "glass.cause.drawn": "toisto",
  "glass.cause.stopped": "pysäytetty",
  "glass.proven.win": "todistettu voitto",
  "glass.proven.draw": "todistettu tasapeli",
  "glass.proven.loss": "todistettu tappio",
  "glass.or": "TAI",
  "glass.and": "JA",
  "glass.yes": "todistettu",
  "glass.no": "kumottu",
  "glass.fact.score": "Arvo",
  "glass.fact.window": "Ikkuna",
  "glass.fact.depth": "Syvyys",
  "glass.fact.moves": "Tutkittuja siirtoja",
  "glass.fact.nodes": "Asemia",
  "glass.fact.saved": "Säästettyjä asemia",
  "glass.fact.hidden": "Ei tallennettu",
  "glass.fact.visits": "Käyntejä",
  "glass.fact.mean": "Keskimääräinen tulos",
  "glass.fact.proof": "Todistusluku",
  "glass.fact.disproof": "Kumoamisluku",
  "glass.term.mean": "valitsijan keskiarvo",
  "glass.term.amaf": "+ RAVE",
  "glass.term.evaluation": "+ arvio",
  "glass.term.prior": "politiikka",
  "glass.term.exploration": "+ tutkiminen",
  "glass.term.sum": "= raja",
  "glass.because.searched": "Kaikki siirrot tutkittiin: arvo on niistä paras vuorossa olevalle.",
  "glass.because.cut":
    "Vuorossa olevalla on riittävän hyvä vastaus: toinen puoli ei päästä peliä tähän. Muita vastauksia ei tarvitse katsoa.",
  "glass.because.table": "Asema tutkittiin jo aiemmin; taulu tiesi tarpeeksi.",
  "glass.because.probcut": "Matala haku teki riittävän todennäköiseksi, että arvo on ikkunan ulkopuolella.",
  "glass.because.leaf": "Syvyys loppuu tähän: arvio ratkaisee.",
  "glass.because.final": "Peli on tässä ohi.",
  "glass.because.drawn": "Asema toistui: tasapeli.",
  "glass.because.stopped": "Haku pysäytettiin tähän.",
  "glass.because.uct":
    "Haku menee lapseen, jonka summa on suurin: keskimääräinen tulos ja tutkimisosa, joka on sitä suurempi, mitä vähemmän käyntejä.",
  "glass.because.puct":
    "Haku menee lapseen, jonka summa on suurin: keskimääräinen tulos ja politiikkaan verrannollinen tutkimisosa.",
  "glass.because.or": "Tässä riittää yksi todistava siirto: pienin todistusluku ratkaisee.",
  "glass.because.and": "Tässä kaikki siirrot on todistettava: todistusluvut lasketaan yhteen.",
  "glass.effort": "Mitä kukin osa säästää",
  "glass.effort.words":
    "Kaikki hakevat yhtä syvälle; samanarvoiset siirrot voivat vaihtua. Jokaisessa on yksi osa enemmän kuin edellisessä. Syventäminen ja ikkunat maksavat jotakin pienessä puussa ja säästävät suuressa.",
  "glass.compare": "Vertaa syvyydellä {n}",
  "course.title": "Kurssi",
  "course.words":
    "Kahdeksan lyhyttä oppituntia, minimaksista politiikan ohjaamiin hakuihin. Jokainen tallentaa haun pienessä pelissä: avaat sen puun, näet laudalta mitä tutkittiin, ja etsit puusta jotakin.",
  "course.exercise": "Tehtävä:",
  "course.check": "Tarkista valittu rivi",
  "course.next": "Seuraava oppitunti",
  "course.right": "Oikein.",
  "course.wrong": "Ei tämä.",
  "glass.refuted":
    "Siirron {move} arvo on {value}, siirron {best} arvo {score}. Siirron {move} jälkeen: {line}",
  "glass.course": "Ovatko haut uusia? Aloita kurssista.",
  "glass.change": "Muuta hakua",
  "glass.point": "Osoita riviä tai valitse se, niin näet sen aseman laudalla.",
  "glass.because.bound": "Mikään siirto ei yllä ikkunaan: arvosta tunnetaan vain raja.",
  "course.heading": "Miten kone hakee",
  "course.all": "Kaikki oppitunnit",
  "course.solved": "ratkaistu",
  "course.terms": "Tässä käytetyt sanat",
  "course.1.title": "Minimaksi",
  "course.1.about": "Paras siirtosi vastustajan parasta vastausta vastaan.",
  "course.1.words":
    "Olet vuorossa. Minimaksi kokeilee jokaista siirtoasi ja jokaista vastausta ja arvioi syntyvät asemat luvulla: mitä suurempi, sitä parempi sinulle.\nPuun jokainen rivi on asema, jonka nimi on siihen johtava siirto. Avaa rivi merkistä ▸: sen alla ovat vastustajan vastaukset. Vastustaja valitsee pienimmän luvun, joten se on siirtosi arvo. Sinä valitset siirron, jonka arvo on suurin, joten se on alun eli ylimmän rivin arvo.",
  "course.1.terms":
    "juuri: asema, josta haku alkaa, ylin rivi\npuolisiirto: yhden puolen yksi siirto\nlehti: asema, jossa syvyys on käytetty; sen luku on arvio, nopea katse lautaan\nsyvyys: puolisiirrot, jotka rivin alla on vielä haettava\npalkki: kuinka suuri osa hausta meni rivin alle\nvino, alleviivattu: toisen pelaajan siirrot; paras jatko",
  "course.1.task": "Avaa siirtosi 2. Mikä vastaus antaa sille arvon? Valitse se vastaus.",
  "course.1.hint": "Siirron 2 arvo on sen rivillä. Etsi sen alta vastaus, jolla on sama luku, pienin.",
  "course.1.why":
    "Vastustaja vastaisi näin. Olivatpa muut vastaukset sinulle miten hyviä tahansa, niillä ei ole merkitystä.",
  "course.2.title": "Alfa-beeta",
  "course.2.about": "Sama vastaus pienemmällä työllä.",
  "course.2.words":
    "Nyt syvyys on 3. Ensimmäisen siirtosi 4 arvo on sinulle +11. Siirrosta, jonka arvo osoittautuu enintään +11:ksi, ei ole hyötyä.\nJokaisen seuraavan siirron kohdalla haku katsoo vastauksia ja lopettaa heti, kun yksi niistä painaa arvon +11:een tai alle: muut vastaukset jäävät pois. Se on katkaisu. Rivillä lukee silloin ≤, enintään: todellinen arvo voi olla vielä pienempi, mutta sitä ei kukaan tarvitse. Siirron 4 alla vastustaja tekee saman sinun vastauksillesi: siellä ≥ merkitsee vähintään.\nHakasulkeissa oleva ikkuna kertoo, minkä lukujen välissä arvolla on vielä väliä. Alun arvo on se, jonka minimaksi löytää, 174 asemalla 400:n sijasta.",
  "course.2.terms":
    "≤, ≥: enintään, vähintään: kaikki mitä tiedetään arvosta ikkunan ulkopuolella\nkatkaisu: rivin haun loppu ennen kuin kaikki sen siirrot on katsottu\nsäästettyjä asemia: arvio siitä, mitä pois jääneet siirrot olisivat vieneet",
  "course.2.task": "Siirtosi 2 katkaistiin. Avaa se ja valitse vastaus, joka sen teki.",
  "course.2.hint":
    "Se on vastaus, joka painoi siirron 2 arvon +11:een tai alle. Sen jälkeen ei katsottu mitään.",
  "course.2.why":
    "Tämän vastauksen jälkeen siirron 2 arvo on enintään +2, ja siirron 4 arvo on +11. Siis 2 jää pois, toivatpa neljä katsomatonta vastausta mitä tahansa.",
  "course.3.title": "Siirtojen järjestys",
  "course.3.about": "Mitä aiemmin oikea vastaus kokeillaan, sitä enemmän jää pois.",
  "course.3.words":
    "Alfa-beeta jättää sitä enemmän pois, mitä aiemmin se kokeilee katkaisun aiheuttavaa vastausta. Se ei tiedä sitä etukäteen, joten se arvaa: mikä aiheutti katkaisun yhdessä asemassa, voi tehdä niin toisessakin.\nMolemmat haut menevät yhtä syvälle. Haku 1 kokeilee ensin tappajasiirrot ja sitten siirrot, joilla on historiassa eniten katkaisuja. Haku 2 kokeilee siirrot kiinteässä järjestyksessä. Vertaa asemien määriä. Yksittäiset rivit voivat olla arvauksilla suurempia: ne ovat vain arvauksia.",
  "course.3.terms":
    "tappajasiirrot: kaksi siirtoa, jotka viimeksi aiheuttivat katkaisun samalla etäisyydellä alusta; ne kokeillaan ensin\nhistoria: kuinka usein kukin siirto on aiheuttanut katkaisun jossakin puussa",
  "course.3.task": "Valitse hausta 1 asema, jonka katkaisi heti ensimmäinen vastaus.",
  "course.3.hint":
    "Valitse rivi, jossa on merkki ”katkaisu”, ja lue puun alta ”Haettuja siirtoja”: sen on alettava luvulla 1.",
  "course.3.why":
    "Tässä riitti yksi vastaus. Jos niin olisi kaikkialla, jäljelle jäisi noin neliöjuuri kaikista asemista: sama työ yltäisi kaksi kertaa syvemmälle.",
  "course.4.title": "Yhä syvemmälle, taulun kanssa",
  "course.4.about": "Miksi haku yhä uudelleen on halpaa.",
  "course.4.words":
    "Tämä haku menee syvyyteen 1, sitten 2, 3 ja lopuksi 4: neljä ylintä riviä. Miksi ei heti neljään? Koska jokainen haku löytää seuraavalle hyviä siirtoja ensin kokeiltaviksi. Kolme ensimmäistä veivät yhteensä 1317 asemaa ja viimeinen 4665. Ilman niitä kuluu 6371. Lisäksi paras siirto on milloin tahansa valmiina.\nTranspositiotaulu muistaa haetut asemat. Jos samat siirrot toisessa järjestyksessä johtavat johonkin niistä, arvo tulee ”taulusta” ilman uutta hakua.",
  "course.4.terms":
    "iteratiivinen syventäminen: haku syvyyteen 1, 2, 3 ja niin edelleen\ntranspositio: toinen siirtojen järjestys, joka johtaa samaan asemaan\nriittävästi: tallennettu arvo kelpaa vain, jos sen haku meni niin syvälle kuin nyt halutaan",
  "course.4.task": "Valitse ”Avaa kaikki” ja sitten asema, johon vastasi taulu.",
  "course.4.hint":
    "Etsi merkki ”taulusta” rivin Syvyys 4 alta, vähintään kolmen askeleen päästä alusta, esimerkiksi d8, a4, b1.",
  "course.4.why":
    "Samat siirrot toisessa järjestyksessä ovat jo johtaneet tähän asemaan. Tie siihen on puun alla.",
  "course.5.title": "Nollaikkunat",
  "course.5.about": "Kysyä vain, onko siirto parempi.",
  "course.5.words":
    "Arvo laskee tässä nappuloita, joten se on kokonaisluku. Jos ensimmäinen siirto on paras, riittää osoittaa, että muut eivät ole parempia. Siksi ne haetaan nollaikkunalla, kuten [+1, +2]: välissä ei ole yhtään lukua. Vastaus on ”enintään +1” tai ”vähintään +2”, ja siihen vastataan monin katkaisuin.\n”Vähintään” merkitsee, että siirto on tähänastista parasta parempi. Kuinka hyvä, sitä ei vielä tiedetä: se haetaan uudelleen leveällä ikkunalla. (Missä vastustaja valitsee, se on ”enintään”.) Täällä niin käy viisi kertaa, ja silti säästyy 570 asemaa 5982:sta.",
  "course.5.terms":
    "nollaikkuna: ikkuna, jonka kahden luvun välissä ei ole mitään\nPVS: päämuunnelman haku, alfa-beeta nollaikkunoin kaikille siirroille paitsi ensimmäiselle",
  "course.5.task": "Valitse uudelleen haetun aseman toinen haku.",
  "course.5.hint":
    "Avaa Syvyys 3 ja etsi siirto a2, joka on siellä kahdesti. Toisessa rivissä on merkki ”uudelleen”.",
  "course.5.why":
    "Ensimmäinen haku löysi vain rajan, muut vastaukset katkaistiin. Tämä löysi arvon ja vei enemmän asemia.",
  "course.6.title": "Monte Carlo -puuhaku",
  "course.6.about": "Satunnaisia pelejä arvion sijasta.",
  "course.6.words":
    "Satunnaiset pelit korvaavat arvion. Jokainen simulaatio kulkee alusta alas, aina riville jonka summa on suurin, lisää puuhun aseman ja pelaa siitä satunnaisesti pelin loppuun.\nSummassa on kaksi osaa. Ensimmäinen on keskitulos, −1 häviöstä 1 voittoon, valitsevan puolen kannalta: vastustajan riveillä sen merkki on käännetty. Toinen on tutkiminen: mitä vähemmän simulaatioita rivillä on viereisiin verrattuna, sitä suurempi se on. Rivi, jolla ei ole yhtään, on ensimmäinen.\nSiirrä liukusäädintä ”Puu … simulaation jälkeen” ja katso puun kasvavan. Lopuksi pelataan siirto, jolla on eniten käyntejä.",
  "course.6.terms":
    "käynti: simulaatio, joka kulki rivin kautta\nkeskitulos: lihavoitu luku, alussa vuorossa olevan kannalta\ntutkiminen: 0,7 × √(log₂ N ÷ n), kun n on tämän rivin ja N ylemmän rivin käynnit",
  "course.6.task": "Valitse alun siirroista se, jonka tutkiminen on suurin.",
  "course.6.hint": "Se on summan toinen luku riveillä heti alun alla.",
  "course.6.why":
    "Sitä kokeiltiin vähiten. Sen keskitulos on huono, mutta tutkiminen antaa sille silloin tällöin uuden mahdollisuuden: kaikki summat pysyvät lähellä toisiaan.",
  "course.7.title": "Todistusluvut",
  "course.7.about": "Voitettu, kyllä vai ei?",
  "course.7.words":
    "Toinen puoli asettaa pystyjä dominoita, toinen vaakasuoria, ja joka ei voi siirtää, häviää. Voiko vuorossa oleva pysty puoli voittaa? Missä se siirtää (OR), riittää yksi voittava siirto. Missä toinen puoli siirtää (AND), jokaisen vastauksen on hävittävä.\nTodistusluku kertoo, kuinka monen aseman on vähintään vielä osoittauduttava voitoksi, jotta rivi on todistettu: uusi asema on 1 tai enemmän, OR-rivillä on alempien rivien pienin luku, AND-rivillä niiden summa. Haku jatkaa aina siitä, missä se on pienin.\nHaku 2 pysähtyi aikaisin: siirrolla b1 on luku 4, sillä neljä vastausta on vielä auki. Haku 1 jatkoi, kunnes se oli 0: b1 on todistettu. Koska se voittaa, alun muita siirtoja ei tarvittu.",
  "course.7.terms":
    "0 / ∞: todistusluku ja kumoamisluku; jälkimmäinen on sama vastaukselle ei, ja ∞ merkitsee mahdotonta\n≤: rajat, joihin asti haku pysyy rivin alla ennen kuin katsoo muualle",
  "course.7.task": "Valitse hausta 1 todistettu AND-rivi ja katso kaikkia vastauksia sen alla.",
  "course.7.hint": "AND on riveillä, joilla vaakasuora puoli on vuorossa, kuten b1; todistetulla on 0 / ∞.",
  "course.7.why":
    "Jokainen vastaus sen alla on todistettu: tekipä toinen puoli mitä tahansa, pysty voittaa. Siksi niiden summa on 0.",
  "course.8.title": "PUCT ja arvioijat",
  "course.8.about": "Arvio joka lehdestä ja arvaus joka siirrosta.",
  "course.8.words":
    "PUCT kulkee kuten Monte Carlo -puuhaku, mutta ei pelaa satunnaisia pelejä: arvioija arvioi jokaisen uuden aseman välillä −1 ja 1. Se voi olla opittu verkko. Tutkiminen kerrotaan politiikalla, ennen hakua tehdyllä arvauksella siitä, kuinka hyvä kukin siirto on, joten lupaavissa siirroissa käydään ensin. Verkko antaa sellaisen arvauksen; ilman verkkoa, kuten täällä, se on kaikilla seitsemällä siirrolla sama, 1/7. Rivi ilman käyntejä odottaa, kunnes sen tutkiminen on suurin.\nLopuksi pelataan siirto, jolla on eniten käyntejä, eikä se, jonka keskitulos on suurin.",
  "course.8.terms":
    "PUCT: ennustaja ja ylemmät luottamusrajat puille\ntutkiminen: 1,5 × politiikka × √N ÷ (1 + n), kun n on tämän rivin ja N ylemmän rivin käynnit\narvioija: aseman nopea arvio ilman hakua\npolitiikka: siirtojen luvut, joiden summa on 1",
  "course.8.task": "Kaksi siirtoa kilpailee täällä. Valitse se, joka pelataan.",
  "course.8.hint": "Vertaa käyntien määriä, älä keskituloksia.",
  "course.8.why":
    "Toisen siirron keskitulos on suurempi, mutta harvemmista käynneistä, joten se on epävarmempi. Useammilla simulaatioilla se voi vielä päästä edelle.",
};
