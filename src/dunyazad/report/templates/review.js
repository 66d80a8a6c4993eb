(() => {
  "use strict";
  const signs = { good: "✓", awkward: "~", wrong: "✗" };
  const names = { g: "good", a: "awkward", w: "wrong" };
  const mark = (api, name) => {
    const entry = api.entry(), same = entry.mark === name;
    api.change({ ...entry, mark: same ? "" : name });
    if (!same && api.advances()) api.step(1);
  };
  reviewPage({
    prefix: "dunyazad-review",
    blank: (card) => ({ mark: card.dataset.mark, note: card.dataset.note }),
    clean: (entry) => ({ mark: Object.hasOwn(signs, entry.mark) ? entry.mark : "" }),
    paint: (card, item, { mark: given, note }) => {
      const dot = item.querySelector(".dot"), verdict = card.querySelector(".verdict");
      dot.textContent = signs[given] || (note ? "…" : "·");
      dot.className = `dot m-${given}`;
      item.querySelector(".state").textContent = given ? `, ${given}` : ", not marked";
      verdict.textContent = given ? `${signs[given]} ${given}` : "";
      verdict.className = `verdict m-${given}`;
      card.querySelectorAll("[data-mark]").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.mark === given)));
    },
    tally: (entries) => {
      const of = (name) => entries.filter((entry) => entry.mark === name).length;
      const done = entries.filter((entry) => entry.mark).length;
      return { done, text: `${done} of ${entries.length} marked: ${of("good")} good, ${of("awkward")} awkward, ${of("wrong")} wrong` };
    },
    over: (entry, loaded) => ({ mark: loaded.mark || entry.mark }),
    line: (card, entry) => ({ schema: "dunyazad.mark/1", id: card.dataset.id, digest: card.dataset.digest, mark: entry.mark || null }),
    fits: (card, entry, wanted) => (wanted === "none" ? !entry.mark : entry.mark === wanted),
    wire: (card, api) => {
      card.querySelectorAll("[data-mark]").forEach((button) => button.addEventListener("click", () => mark(api, button.dataset.mark)));
    },
    key: (name, card, api) => {
      if (name === "j" || name === "k") api.step(name === "j" ? 1 : -1);
      else if (Object.hasOwn(names, name)) mark(api, names[name]);
      else return false;
      return true;
    },
  });
})();
