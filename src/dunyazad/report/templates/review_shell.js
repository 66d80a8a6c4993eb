// What both review pages do: show one card at a time, keep what the reader says, undo, filter, save, load.
// A page brings: prefix, blank(card), clean(entry, card), paint(card, item, entry), tally(entries), line(card, entry),
// fits(card, entry, wanted), over(entry, loaded), wire(card, api), key(name, card, api), and where keys may wait, settle().
const reviewPage = (page) => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.documentElement, body = document.body;
  const cards = all(".card"), items = all(".list li");
  const form = document.querySelector(".bar"), message = form.querySelector(".message");
  const one = (selector) => form.querySelector(selector);
  const key = `${page.prefix}:${body.dataset.key}`;
  const state = new Map(cards.map((card) => [card.dataset.id, page.blank(card)]));
  const places = new Map(cards.map((card, place) => [card.dataset.id, place]));
  const past = [];
  const changed = new Set();  // ids of what was changed here and is not yet written
  let current = null, typing = null, waiting = 0, renamed = false;
  root.classList.add("js");

  const say = (text) => { message.textContent = text; message.hidden = !text; };

  // What the browser keeps may be absent or broken: the page must work all the same. Other tabs may show this page too, so
  // only what was changed here is written, over what stands there by then; what is as the page began is not kept at all.
  const stored = () => {
    const text = localStorage.getItem(key);
    let kept = null;
    try { kept = JSON.parse(text); } catch { /* as if there were none */ }
    return kept && typeof kept === "object" ? kept : {};
  };
  const entriesOf = (kept) => new Map(Object.entries(kept.marks && typeof kept.marks === "object" ? kept.marks : {}));
  const begun = (id) => page.blank(cards[places.get(id)]);
  const alike = (mine, other) => mine.note === other.note
    && JSON.stringify(page.line(cards[0], mine)) === JSON.stringify(page.line(cards[0], other));
  const unkept = () => say("This browser keeps no marks: save them before you leave.");
  const keep = () => {
    clearTimeout(waiting);
    if (!changed.size && !renamed) return;
    try {
      const kept = stored(), marks = entriesOf(kept);
      changed.forEach((id) => { if (alike(state.get(id), begun(id))) marks.delete(id); else marks.set(id, state.get(id)); });
      const reader = renamed ? one(".reader").value : kept.reader;
      localStorage.setItem(key, JSON.stringify({ reader, marks: Object.fromEntries(marks) }));
      changed.clear();
      renamed = false;
    } catch { unkept(); }
  };
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(keep, 300); };
  const read = (id, entry) => ({ ...page.clean(entry, cards[places.get(id)]), note: typeof entry.note === "string" ? entry.note : "" });
  // Takes over what is kept, and gives the places where that is news. What was not yet written here stays.
  const recall = () => {
    let kept = {};
    try { kept = stored(); } catch { unkept(); return []; }
    if (typeof kept.reader === "string" && !renamed) one(".reader").value = kept.reader;
    const marks = entriesOf(kept);
    return [...places].filter(([id]) => {
      const given = marks.get(id), mine = state.get(id);
      let entry = given && typeof given === "object" ? read(id, given) : begun(id);
      if (typing && typing.id === id) {
        typing.before = entry;
        entry = { ...entry, note: mine.note };
      } else if (changed.has(id)) return false;
      if (alike(entry, mine)) return false;
      state.set(id, entry);
      return true;
    }).map(([, place]) => place);
  };

  const paint = (place) => {
    const card = cards[place], entry = state.get(card.dataset.id);
    page.paint(card, items[place], entry);
    const area = card.querySelector("textarea");
    if (area.value !== entry.note) area.value = entry.note;
    card.querySelector(".shown-note").textContent = entry.note;
  };
  const count = () => {
    const { text, done } = page.tally([...state.values()], cards);
    one(".progress").textContent = text;
    one("progress").value = done;
    one(".undo").disabled = past.length === 0;
  };
  const put = (place, entry) => {
    const { id } = cards[place].dataset;
    state.set(id, entry);
    changed.add(id);
  };
  // A note is kept while it is typed, and is one step to undo when it is done.
  const settle = () => {
    if (page.settle) page.settle();
    if (typing) {
      const { id, before } = typing, place = places.get(id);
      typing = null;
      if (before.note !== state.get(id).note) past.push({ entries: [[place, before]] });
      paint(place); count();
    }
    keep();
  };
  const type = (place, note) => {
    const { id } = cards[place].dataset;
    if (typing && typing.id !== id) settle();
    typing = typing || { id, before: state.get(id) };
    put(place, { ...state.get(id), note });
    soon();
  };
  const change = (place, entry) => {
    settle();
    past.push({ entries: [[place, state.get(cards[place].dataset.id)]] });
    put(place, entry);
    paint(place); count(); keep();
  };

  const fixed = () => getComputedStyle(form).position === "sticky";
  const measure = () => root.style.setProperty("--bar", `${fixed() ? form.offsetHeight : 0}px`);
  const show = (place, focus) => {
    if (current !== null) {
      cards[current].classList.remove("current");
      items[current].querySelector("a").removeAttribute("aria-current");
    }
    current = place;
    if (place === null) return;
    cards[place].classList.add("current");
    const link = items[place].querySelector("a"), list = document.querySelector(".list");
    link.setAttribute("aria-current", "true");
    const box = items[place].getBoundingClientRect(), frame = list.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - 40;
    if (focus) {
      cards[place].focus({ preventScroll: true });
      if (cards[place].getBoundingClientRect().top < (fixed() ? form.offsetHeight : 0)) cards[place].scrollIntoView();
      try { history.replaceState(null, "", `#r${place + 1}`); } catch { /* a page in a frame has no address */ }
    }
  };
  const order = () => {
    const list = document.querySelector(".list");
    return all("li", list).map((item) => items.indexOf(item)).filter((place) => !items[place].hidden);
  };
  const step = (by) => {
    const shown = order(), at = shown.indexOf(current), next = shown[at < 0 ? 0 : at + by];
    if (next !== undefined) show(next, true);
  };
  const undo = () => {
    settle();
    const last = past.pop();
    if (!last) return;
    last.entries.forEach(([place, entry]) => { put(place, entry); paint(place); });
    if (last.named) { one(".reader").value = ""; renamed = true; }
    count(); keep();
    if (last.entries.length === 1) show(last.entries[0][0], true);
  };

  const fits = (card) => all("select[data-key]", form).every((select) => {
    const wanted = select.value, entry = state.get(card.dataset.id);
    if (!wanted) return true;
    if (select.dataset.key !== "mark") return card.dataset[select.dataset.key].split("\n").includes(wanted);
    return wanted === "noted" ? Boolean(entry.note) : page.fits(card, entry, wanted);
  });
  const filter = () => {
    cards.forEach((card, place) => { items[place].hidden = !fits(card); });
    const shown = order();
    document.querySelector(".none").hidden = shown.length > 0 || cards.length === 0;
    if (current === null || items[current].hidden) show(shown.length ? shown[0] : null, false);
  };
  const arrange = () => {
    const list = document.querySelector(".list");
    const natural = new Intl.Collator("en", { numeric: true });
    const sorted = items.map((item, place) => place);
    if (one(".order").value === "id") sorted.sort((a, b) => natural.compare(cards[a].dataset.id, cards[b].dataset.id));
    sorted.forEach((place) => list.append(items[place]));
  };

  const save = () => {
    const reader = one(".reader").value.trim(), sample = body.dataset.sample;
    const lines = cards.map((card) => {
      const entry = state.get(card.dataset.id);
      return JSON.stringify({ ...page.line(card, entry), note: entry.note, reader, sample });
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" }));
    link.download = `marks-${(reader || "reader").replace(/[^\w-]+/g, "_")}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  // Loading adds to what stands there and is one step to undo; what a file leaves open takes no judgment away.
  const load = async (file) => {
    const text = await file.text();
    settle();
    const before = new Map();
    let given = 0, other = 0, named = false;
    text.split("\n").filter((line) => line.trim()).forEach((line) => {
      let entry = null;
      try { entry = JSON.parse(line); } catch { /* counted below */ }
      const place = entry && typeof entry === "object" ? places.get(entry.id) : undefined;
      if (place === undefined || cards[place].dataset.digest !== entry.digest) { other += 1; return; }
      const mine = state.get(entry.id), loaded = read(entry.id, entry);
      const both = { ...page.over(mine, loaded), note: loaded.note || mine.note };
      if (!alike(both, mine)) {
        if (!before.has(place)) before.set(place, mine);
        put(place, both);
      }
      if (entry.reader && typeof entry.reader === "string" && !one(".reader").value.trim()) {
        one(".reader").value = entry.reader;
        named = renamed = true;
      }
      given += 1;
    });
    if (before.size || named) past.push({ entries: [...before], named });
    before.forEach((_, place) => paint(place));
    count(); keep(); filter();
    const rest = other ? `; ${other} lines are not about what stands here, or about another version of them` : "";
    say(`${given} marks read, ${before.size} of them new here${rest}.${before.size ? " Undo takes them back." : ""}`);
  };

  const api = (place) => ({
    entry: () => state.get(cards[place].dataset.id),
    change: (entry) => change(place, entry),
    repaint: () => paint(place),
    step,
    advances: () => one(".advance").checked,
  });
  cards.forEach((card, place) => {
    page.wire(card, api(place));
    card.querySelector(".previous").addEventListener("click", () => step(-1));
    card.querySelector(".next").addEventListener("click", () => step(1));
    const area = card.querySelector("textarea");
    area.addEventListener("input", () => type(place, area.value));
    area.addEventListener("change", () => { if (area.value !== state.get(card.dataset.id).note) type(place, area.value); settle(); });
  });
  one(".undo").addEventListener("click", undo);
  one(".save").addEventListener("click", save);
  one(".load").addEventListener("click", () => one("input[type=file]").click());
  one("input[type=file]").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) load(file);
    event.target.value = "";
  });
  one(".reader").addEventListener("input", () => { renamed = true; soon(); });
  one(".reader").addEventListener("change", () => { renamed = true; keep(); });
  addEventListener("pagehide", settle);
  addEventListener("click", () => { if (page.settle) page.settle(); }, true);
  addEventListener("storage", (event) => {
    if (event.key !== key && event.key !== null) return;
    const news = new Set(recall());
    news.forEach(paint);
    // What another tab has changed since is not undone here.
    past.forEach((last) => { last.entries = last.entries.filter(([place]) => !news.has(place)); });
    past.splice(0, past.length, ...past.filter((last) => last.entries.length || last.named));
    count();
  });
  one(".order").addEventListener("change", arrange);
  all("select[data-key]", form).forEach((select) => select.addEventListener("change", filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector(".list").addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (!item) return;
    event.preventDefault();
    show(items.indexOf(item), true);
  });
  addEventListener("hashchange", () => open());
  const open = () => {
    const match = /^#r(\d+)$/.exec(location.hash);
    if (match && cards[match[1] - 1]) show(match[1] - 1, true);
    return Boolean(match);
  };
  addEventListener("keydown", (event) => {
    const writing = event.target.closest && event.target.closest("textarea, select, input:not([type=checkbox])");
    if (event.key === "Escape" && writing) { writing.blur(); return; }
    if (!/^\d$/.test(event.key) && page.settle) page.settle();
    if (writing || event.ctrlKey || event.metaKey || event.altKey || current === null) return;
    if (event.key === "n") { event.preventDefault(); cards[current].querySelector("textarea").focus(); return; }
    if (event.key === "u") { event.preventDefault(); undo(); return; }
    if (page.key(event.key, cards[current], api(current))) event.preventDefault();
  });

  recall();
  cards.forEach((card, place) => paint(place));
  count(); filter(); measure();
  addEventListener("resize", measure);
  open();
};
