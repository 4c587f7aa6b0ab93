"use strict";
{
  // The replay of games: see the module `replay` for what the album holds.
  const album = JSON.parse(document.getElementById("album").textContent);
  const links = [...document.querySelectorAll('a[href^="#game-"]')];
  const viewer = document.getElementById("replay");

  // A sequence of elements after some steps: how many stay, go and come, and those that come.
  const changed = (before, steps) => {
    const after = [];
    let at = 0;
    for (let i = 0; i < steps.length; ) {
      const [stay, gone, come] = steps.slice(i, i + 3);
      after.push(...before.slice(at, at + stay), ...steps.slice(i + 3, i + 3 + come));
      at += stay + gone;
      i += 3 + come;
    }
    return after.concat(before.slice(at));
  };

  const starts = [];
  const startOf = (number) => {
    for (let i = starts.length; i <= number; i++) {
      starts.push(changed(starts[i - 1] ?? [], album.games[i].plies[0]));
    }
    return starts[number];
  };

  const markup = (picture) =>
    picture.flatMap((element) => album.elements[element].map((tag) => album.tags[tag])).join("") + "</svg>";

  if (viewer && links.length) {
    const title = viewer.querySelector("h3");
    const board = viewer.querySelector(".board");
    const slider = viewer.querySelector("input");
    const where = viewer.querySelector(".where");
    const list = viewer.querySelector(".moves");
    const to = {};
    for (const button of viewer.querySelectorAll("[data-to]")) to[button.dataset.to] = button;
    let game, pictures, ply, row;

    const side = (move) => ["first", "second"][game.movers[move]];

    const show = (wanted) => {
      const last = game.moves.length;
      ply = Math.min(last, Math.max(0, wanted));
      board.innerHTML = markup(pictures[ply]);
      const move = ply ? `${album.sides[game.movers[ply - 1]]} ${game.moves[ply - 1]}` : "start";
      where.textContent = ply ? `Move ${ply} of ${last}: ${move}` : `Start, before the first of ${last} moves`;
      board.setAttribute("aria-label", ply ? `Position after ${move}` : "Position at the start");
      slider.value = ply;
      to.first.disabled = to.back.disabled = ply === 0;
      to.last.disabled = to.forward.disabled = ply === last;
      list.querySelector("[aria-current]")?.removeAttribute("aria-current");
      const current = list.children[ply - 1]?.firstChild;
      current?.setAttribute("aria-current", "step");
      list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
    };

    const open = (number) => {
      game = album.games[number];
      pictures = [startOf(number)];
      for (const steps of game.plies.slice(1)) pictures.push(changed(pictures.at(-1), steps));
      row?.classList.remove("open");
      row = links[number].closest("tr");
      row.classList.add("open");
      const [name, first, second, result] = [...row.cells].map((cell) => cell.textContent);
      title.textContent = `Game ${name}: ${first} (${album.sides[0]}) – ${second} (${album.sides[1]}), ${result}`;
      slider.max = game.moves.length;
      list.replaceChildren(
        ...game.moves.map((move, i) => {
          const [item, button] = [document.createElement("li"), document.createElement("button")];
          button.type = "button";
          button.className = side(i);
          button.textContent = move;
          button.addEventListener("click", () => show(i + 1));
          item.append(button);
          return item;
        }),
      );
      viewer.hidden = false;
      show(0);
    };

    const number = () => links.findIndex((link) => link.hash === location.hash);
    const follow = () => {
      if (number() >= 0) {
        open(number());
        viewer.scrollIntoView({ block: "nearest" });
      }
    };

    to.first.addEventListener("click", () => show(0));
    to.back.addEventListener("click", () => show(ply - 1));
    to.forward.addEventListener("click", () => show(ply + 1));
    to.last.addEventListener("click", () => show(game.moves.length));
    slider.addEventListener("input", () => show(Number(slider.value)));
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target === slider) return;
      const wanted = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.moves.length }[event.key];
      if (wanted !== undefined) {
        event.preventDefault();
        show(wanted);
      }
    });
    addEventListener("hashchange", follow);
    open(Math.max(0, number()));
  }
}
