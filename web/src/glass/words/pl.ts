// The words of searches that are looked into, in Polish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "glass.title": "Wnętrze przeszukiwania",
  "glass.words": "Nagraj przeszukiwanie, otwórz jego drzewo i zobacz na planszy, co badało.",
  "glass.link": "Zajrzyj do przeszukiwania",
  "glass.two": "Dwa przeszukiwania",
  "glass.number": "Przeszukiwanie {n}",
  "glass.search": "Przeszukiwanie",
  "glass.algorithm": "Algorytm",
  "glass.parts": "Włączone części",
  "glass.part.table": "tablica transpozycji",
  "glass.part.order": "ruchy zabójcze",
  "glass.part.history": "historia",
  "glass.part.pvs": "okna zerowe (PVS)",
  "glass.part.iterative": "pogłębianie iteracyjne",
  "glass.part.aspiration": "wąskie okna",
  "glass.part.quiescence": "przeszukiwanie ciszy",
  "glass.set.depth": "Głębokość w półruchach",
  "glass.set.simulations": "Symulacje",
  "glass.set.exploration": "Eksploracja",
  "glass.set.nodes": "Pozycje",
  "glass.set.reductions": "Redukcja późnych ruchów",
  "glass.set.rave": "RAVE",
  "glass.set.implicit": "Ocena",
  "glass.run": "Szukaj i nagraj",
  "glass.stop": "Zatrzymaj",
  "glass.rows": { one: "{n} wiersz", few: "{n} wiersze", many: "{n} wierszy", other: "{n} wiersza" },
  "glass.before": "Krok wstecz",
  "glass.next": "Krok naprzód",
  "glass.main": "Najlepszy wariant",
  "glass.all": "Otwórz wszystko",
  "glass.none": "Zamknij wszystko",
  "glass.open": "Otwórz",
  "glass.close": "Zamknij",
  "glass.zoom": "Pokaż tylko to",
  "glass.whole": "Pokaż całe drzewo",
  "glass.growth": "Drzewo po {n} symulacjach",
  "glass.whynot": "Dlaczego nie ten ruch?",
  "glass.why": "Dlaczego nie {move}?",
  "glass.path": "Droga do tego węzła",
  "glass.root": "Początek",
  "glass.depth": "Głębokość {n}",
  "glass.nodes": { one: "{n} pozycja", few: "{n} pozycje", many: "{n} pozycji", other: "{n} pozycji" },
  "glass.visits": {
    one: "{n} odwiedziny",
    few: "{n} odwiedziny",
    many: "{n} odwiedzin",
    other: "{n} odwiedzin",
  },
  "glass.left": {
    one: "{n} ruch pominięty",
    few: "{n} ruchy pominięte",
    many: "{n} ruchów pominiętych",
    other: "{n} ruchu pominiętego",
  },
  "glass.reduced": {
    one: "{n} półruch mniej",
    few: "{n} półruchy mniej",
    many: "{n} półruchów mniej",
    other: "{n} półruchu mniej",
  },
  "glass.again": "ponownie",
  "glass.shallow": "płytka próba",
  "glass.quiet": "cisza",
  "glass.cause.cut": "odcięcie",
  "glass.cause.table": "z tablicy",
  "glass.cause.probcut": "ProbCut",
  "glass.cause.final": "koniec gry",
  "glass.cause.drawn": "powtórzenie",
  "glass.cause.stopped": "zatrzymane",
  "glass.proven.win": "dowiedziona wygrana",
  "glass.proven.draw": "dowiedziony remis",
  "glass.proven.loss": "dowiedziona przegrana",
  "glass.or": "LUB",
  "glass.and": "I",
  "glass.yes": "dowiedzione",
  "glass.no": "obalone",
  "glass.fact.score": "Wartość",
  "glass.fact.window": "Okno",
  "glass.fact.depth": "Głębokość",
  "glass.fact.moves": "Zbadane ruchy",
  "glass.fact.nodes": "Pozycje",
  "glass.fact.saved": "Zaoszczędzone pozycje",
  "glass.fact.hidden": "Nienagrane",
  "glass.fact.visits": "Odwiedziny",
  "glass.fact.mean": "Średni wynik",
  "glass.fact.proof": "Liczba dowodu",
  "glass.fact.disproof": "Liczba obalenia",
  "glass.term.mean": "średnia wybierającego",
  "glass.term.amaf": "+ RAVE",
  "glass.term.evaluation": "+ ocena",
  "glass.term.prior": "polityka",
  "glass.term.exploration": "+ eksploracja",
  "glass.term.sum": "= ograniczenie",
  "glass.because.searched":
    "Zbadano wszystkie ruchy: wartość to najlepsza z ich wartości dla strony na ruchu.",
  "glass.because.cut":
    "Strona na ruchu ma dość dobrą odpowiedź: druga strona do tego nie dopuści. Pozostałych odpowiedzi nie trzeba oglądać.",
  "glass.because.table": "Pozycja była już badana; tablica wiedziała dość.",
  "glass.because.probcut": "Płytkie przeszukiwanie wskazało, że wartość leży raczej poza oknem.",
  "glass.because.leaf": "Tu głębokość się kończy: liczy się ocena.",
  "glass.because.final": "Tu gra się kończy.",
  "glass.because.drawn": "Pozycja się powtórzyła: remis.",
  "glass.because.stopped": "Tu przeszukiwanie zatrzymano.",
  "glass.because.uct":
    "Przeszukiwanie idzie do dziecka o największej sumie: średni wynik i eksploracja, tym większa, im mniej odwiedzin.",
  "glass.because.puct":
    "Przeszukiwanie idzie do dziecka o największej sumie: średni wynik i eksploracja proporcjonalna do polityki.",
  "glass.because.or": "Tu wystarczy jeden ruch, który dowodzi: liczy się najmniejsza liczba dowodu.",
  "glass.because.and": "Tu trzeba dowieść wszystkich ruchów: liczby dowodu się sumują.",
  "glass.effort": "Co oszczędza każda część",
  "glass.effort.words":
    "Wszystkie sięgają tak samo głęboko; ruchy o równej wartości mogą się zamienić. Każde ma o jedną część więcej niż poprzednie. Pogłębianie i okna w małym drzewie trochę kosztują, a w dużym oszczędzają.",
  "glass.compare": "Porównaj na głębokości {n}",
  "course.title": "Kurs",
  "course.words":
    "Osiem krótkich lekcji, od minimaksu do przeszukiwań prowadzonych przez politykę. Każda zapisuje przeszukiwanie w małej grze: otwierasz jego drzewo, widzisz na planszy, co badano, i znajdujesz w nim coś.",
  "course.exercise": "Zadanie:",
  "course.check": "Sprawdź wybrany wiersz",
  "course.next": "Następna lekcja",
  "course.right": "Dobrze.",
  "course.wrong": "To nie ten.",
  "glass.refuted": "{move} jest wart {value}, {best} jest wart {score}. Po {move}: {line}",
  "glass.course": "Przeszukiwania są nowe? Zacznij od kursu.",
  "glass.change": "Zmień przeszukiwanie",
  "glass.point": "Wskaż wiersz albo go wybierz, aby zobaczyć jego pozycję na planszy.",
  "glass.because.bound": "Żaden ruch nie sięga okna: znane jest tylko ograniczenie wartości.",
  "course.heading": "Jak szuka maszyna",
  "course.all": "Wszystkie lekcje",
  "course.solved": "rozwiązane",
  "course.terms": "Użyte tu słowa",
  "course.1.title": "Minimaks",
  "course.1.about": "Twój najlepszy ruch przeciw najlepszej odpowiedzi.",
  "course.1.words":
    "Jesteś na ruchu. Minimaks próbuje każdego twojego ruchu i każdej odpowiedzi, a powstałe pozycje ocenia liczbą: im większa, tym lepiej dla ciebie.\nKażdy wiersz drzewa to pozycja nazwana ruchem, który do niej prowadzi. Otwórz wiersz znakiem ▸: pod nim są odpowiedzi przeciwnika. Przeciwnik wybierze najmniejszą liczbę, więc taka jest wartość twojego ruchu. Ty wybierasz ruch o największej wartości, więc taka jest wartość początku, górnego wiersza.",
  "course.1.terms":
    "korzeń: pozycja, od której zaczyna się przeszukiwanie, górny wiersz\npółruch: jeden ruch jednej strony\nliść: pozycja, w której głębokość się skończyła; jego liczba to ocena, szybkie spojrzenie na planszę\ngłębokość: półruchy, które pod wierszem trzeba jeszcze zbadać\npasek: jaka część przeszukiwania przypadła na wiersz\npochylone, podkreślone: ruchy drugiego gracza; najlepszy wariant",
  "course.1.task": "Otwórz swój ruch 2. Która odpowiedź nadaje mu wartość? Wybierz tę odpowiedź.",
  "course.1.hint":
    "Wartość ruchu 2 stoi w jego wierszu. Poszukaj pod nim odpowiedzi z tą samą liczbą, najmniejszą.",
  "course.1.why":
    "Tak odpowiedziałby przeciwnik. Choćby inne odpowiedzi były dla ciebie najlepsze, nie liczą się.",
  "course.2.title": "Alfa-beta",
  "course.2.about": "Ta sama odpowiedź mniejszą pracą.",
  "course.2.words":
    "Teraz głębokość wynosi 3. Twój pierwszy ruch, 4, jest wart dla ciebie +11. Ruch, który okaże się wart +11 lub mniej, jest więc nieprzydatny.\nDla każdego dalszego ruchu przeszukiwanie ogląda odpowiedzi i kończy, gdy tylko jedna z nich sprowadzi wartość do +11 lub niżej: pozostałe odpowiedzi są pominięte. To odcięcie. W wierszu stoi wtedy ≤, najwyżej: prawdziwa wartość może być jeszcze mniejsza, ale nikomu nie jest potrzebna. Pod ruchem 4 przeciwnik robi to samo z twoimi odpowiedziami: tam ≥ znaczy co najmniej.\nOkno w nawiasach mówi, między jakimi liczbami wartość się jeszcze liczy. Początek ma wartość, którą znajduje minimaks, przy 174 pozycjach zamiast 400.",
  "course.2.terms":
    "≤, ≥: najwyżej, co najmniej: wszystko, co wiadomo o wartości poza oknem\nodcięcie: koniec badania wiersza, zanim obejrzano wszystkie jego ruchy\nzaoszczędzone pozycje: szacunek, ile wymagałyby pominięte ruchy",
  "course.2.task": "Twój ruch 2 został odcięty. Otwórz go i wybierz odpowiedź, która to zrobiła.",
  "course.2.hint":
    "To odpowiedź, która sprowadziła wartość ruchu 2 do +11 lub niżej. Po niej nic już nie oglądano.",
  "course.2.why":
    "Po tej odpowiedzi 2 jest warte najwyżej +2, a 4 jest warte +11. Ruch 2 odpada więc, cokolwiek dałyby cztery pominięte odpowiedzi.",
  "course.3.title": "Kolejność ruchów",
  "course.3.about": "Im wcześniej próbuje się właściwej odpowiedzi, tym więcej odpada.",
  "course.3.words":
    "Alfa-beta pomija tym więcej, im wcześniej spróbuje odpowiedzi, która powoduje odcięcie. Z góry jej nie zna, więc zgaduje: co spowodowało odcięcie w jednej pozycji, może to zrobić w innej.\nOba przeszukiwania sięgają tak samo głęboko. Przeszukiwanie 1 próbuje najpierw ruchów zabójców, a potem ruchów o największej liczbie odcięć w historii. Przeszukiwanie 2 próbuje ruchów w stałej kolejności. Porównaj liczby pozycji. Pojedyncze wiersze mogą być z domysłami większe: to tylko domysły.",
  "course.3.terms":
    "ruchy zabójcy: dwa ruchy, które ostatnio spowodowały odcięcie w tej samej odległości od początku; próbuje się ich najpierw\nhistoria: jak często każdy ruch spowodował odcięcie gdziekolwiek w drzewie",
  "course.3.task": "W przeszukiwaniu 1 wybierz pozycję, którą odcięła już pierwsza odpowiedź.",
  "course.3.hint":
    "Wybierz wiersz ze znakiem „odcięcie“ i przeczytaj pod drzewem „Zbadane ruchy“: musi zaczynać się od 1.",
  "course.3.why":
    "Tu wystarczyła jedna odpowiedź. Gdyby tak było wszędzie, zostałby mniej więcej pierwiastek ze wszystkich pozycji: ta sama praca sięgnęłaby dwa razy głębiej.",
  "course.4.title": "Coraz głębiej, z tablicą",
  "course.4.about": "Dlaczego szukanie wciąż od nowa jest tanie.",
  "course.4.words":
    "To przeszukiwanie sięga głębokości 1, potem 2, 3 i na koniec 4: cztery górne wiersze. Dlaczego nie od razu 4? Bo każde znajduje następnemu dobre ruchy, których warto spróbować najpierw. Trzy pierwsze zajęły razem 1317 pozycji, a ostatnie 4665. Bez nich potrzeba 6371. Poza tym najlepszy ruch jest gotowy w każdej chwili.\nTablica transpozycji pamięta zbadane pozycje. Gdy te same ruchy w innej kolejności prowadzą do jednej z nich, wartość pochodzi „z tablicy“, bez nowego badania.",
  "course.4.terms":
    "iteracyjne pogłębianie: szukać na głębokość 1, 2, 3 i tak dalej\ntranspozycja: inna kolejność ruchów, która prowadzi do tej samej pozycji\ndość: zapisana wartość liczy się tylko, gdy jej badanie sięgało tak głęboko, jak trzeba teraz",
  "course.4.task": "Wybierz „Otwórz wszystko“, a potem pozycję, na którą odpowiedziała tablica.",
  "course.4.hint":
    "Poszukaj znaku „z tablicy“ pod wierszem Głębokość 4, trzy kroki lub dalej od początku, na przykład d8, a4, b1.",
  "course.4.why":
    "Te same ruchy w innej kolejności prowadziły już do tej pozycji. Droga do niej stoi pod drzewem.",
  "course.5.title": "Puste okna",
  "course.5.about": "Pytać tylko, czy ruch jest lepszy.",
  "course.5.words":
    "Wartość liczy tu piony, więc jest liczbą całkowitą. Jeśli pierwszy ruch jest najlepszy, wystarczy pokazać, że inne nie są lepsze. Bada się je więc z pustym oknem, na przykład [+1, +2]: nie ma między nimi żadnej liczby. Odpowiedź brzmi „najwyżej +1“ albo „co najmniej +2“ i daje się jej udzielić z wieloma odcięciami.\n„Co najmniej“ znaczy, że ruch jest lepszy od dotąd najlepszego. Jak dobry, jeszcze nie wiadomo: bada się go jeszcze raz, z szerokim oknem. (Gdzie wybiera przeciwnik, jest to „najwyżej“.) Tu zdarza się to pięć razy, a mimo to oszczędza się 570 z 5982 pozycji.",
  "course.5.terms":
    "puste okno: okno, w którym między dwiema liczbami nic nie ma\nPVS: przeszukiwanie głównego wariantu, alfa-beta z pustymi oknami dla wszystkich ruchów prócz pierwszego",
  "course.5.task": "Wybierz drugie badanie pozycji, którą zbadano jeszcze raz.",
  "course.5.hint":
    "Otwórz Głębokość 3 i poszukaj ruchu a2, który stoi tam dwa razy. Drugi wiersz ma znak „jeszcze raz“.",
  "course.5.why":
    "Pierwsze badanie znalazło tylko ograniczenie, inne odpowiedzi zostały odcięte. To znalazło wartość i zajęło więcej pozycji.",
  "course.6.title": "Przeszukiwanie drzewa Monte Carlo",
  "course.6.about": "Losowe partie zamiast oceny.",
  "course.6.words":
    "Losowe partie zastępują ocenę. Każda symulacja schodzi od początku, zawsze do wiersza z największą sumą, dodaje do drzewa pozycję i gra stamtąd losowo do końca partii.\nSuma ma dwie części. Pierwsza to średni wynik, od −1 za przegraną do 1 za wygraną, dla strony, która wybiera: w wierszach przeciwnika jej znak jest odwrócony. Druga to eksploracja: im mniej symulacji miał wiersz w porównaniu z sąsiednimi, tym jest większa. Wiersz bez żadnej jest pierwszy.\nPrzesuń suwak „Drzewo po … symulacjach“, aby zobaczyć, jak drzewo rośnie. Na koniec gra się ruch o największej liczbie wizyt.",
  "course.6.terms":
    "wizyta: symulacja, która przeszła przez wiersz\nśrednia: pogrubiona liczba, z punktu widzenia strony na ruchu na początku\neksploracja: 0,7 × √(log₂ N ÷ n), gdzie n to wizyty tego wiersza, a N wiersza powyżej",
  "course.6.task": "Spośród ruchów początku wybierz ten o największej eksploracji.",
  "course.6.hint": "To druga liczba sumy w wierszach zaraz pod początkiem.",
  "course.6.why":
    "Próbowano go najmniej. Jego średnia jest zła, ale eksploracja daje mu co pewien czas kolejną szansę: wszystkie sumy pozostają blisko siebie.",
  "course.7.title": "Liczby dowodu",
  "course.7.about": "Wygrana: tak czy nie?",
  "course.7.words":
    "Jedna strona kładzie kostki domina pionowo, druga poziomo, a kto nie może wykonać ruchu, przegrywa. Czy strona pionowa, która jest na ruchu, może wygrać? Gdzie ona wykonuje ruch (OR), wystarczy jeden wygrywający. Gdzie druga strona (AND), każda odpowiedź musi przegrywać.\nLiczba dowodu mówi, ile pozycji musi jeszcze co najmniej okazać się wygranymi, by wiersz był udowodniony: nowa pozycja liczy się za 1 lub więcej, wiersz OR ma najmniejszą liczbę z wierszy poniżej, wiersz AND ich sumę. Przeszukiwanie idzie zawsze tam, gdzie jest najmniejsza.\nPrzeszukiwanie 2 zatrzymało się wcześnie: b1 ma liczbę 4, bo cztery odpowiedzi są jeszcze otwarte. Przeszukiwanie 1 trwało, aż było 0: b1 jest udowodnione. Ponieważ wygrywa, inne ruchy początku nie były potrzebne.",
  "course.7.terms":
    "0 / ∞: liczba dowodu i liczba obalenia; druga to to samo dla odpowiedzi „nie“, a ∞ znaczy niemożliwe\n≤: granice, do których przeszukiwanie pozostaje pod wierszem, zanim spojrzy gdzie indziej",
  "course.7.task":
    "W przeszukiwaniu 1 wybierz udowodniony wiersz AND i obejrzyj wszystkie odpowiedzi pod nim.",
  "course.7.hint":
    "AND stoi w wierszach, w których na ruchu jest strona pozioma, jak b1; udowodniony ma 0 / ∞.",
  "course.7.why":
    "Każda odpowiedź pod nim jest udowodniona: cokolwiek zrobi druga strona, pionowa wygrywa. Dlatego ich suma to 0.",
  "course.8.title": "PUCT i funkcje oceny",
  "course.8.about": "Ocena każdego liścia i domysł o każdym ruchu.",
  "course.8.words":
    "PUCT schodzi jak przeszukiwanie Monte Carlo, ale nie gra losowych partii: każdą nową pozycję ocenia funkcja oceny, od −1 do 1. Może nią być wyuczona sieć. Eksploracja jest mnożona przez politykę, domysł sprzed przeszukiwania, jak dobry jest każdy ruch, więc obiecujące ruchy odwiedza się najpierw. Sieć daje taki domysł; bez niej, jak tutaj, wszystkie siedem ruchów ma ten sam, 1/7. Wiersz bez wizyt czeka, aż jego eksploracja będzie największa.\nNa koniec gra się ruch o największej liczbie wizyt, a nie ten o najwyższej średniej.",
  "course.8.terms":
    "PUCT: predyktor i górne granice ufności dla drzew\neksploracja: 1,5 × polityka × √N ÷ (1 + n), gdzie n to wizyty tego wiersza, a N wiersza powyżej\nfunkcja oceny: szybka ocena pozycji bez przeszukiwania\npolityka: liczby ruchów, które sumują się do 1",
  "course.8.task": "Rywalizują tu dwa ruchy. Wybierz ten, który zostanie zagrany.",
  "course.8.hint": "Porównaj liczby wizyt, nie średnie.",
  "course.8.why":
    "Drugi ruch ma wyższą średnią, ale z mniejszej liczby wizyt, więc jest mniej pewny. Przy większej liczbie symulacji może jeszcze wyjść na prowadzenie.",
};
