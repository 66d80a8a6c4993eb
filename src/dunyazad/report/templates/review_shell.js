// What both review pages do: show one card at a time, keep what the reader says, undo, filter, save, load.
// A page brings: prefix, blank(card), clean(entry, card), paint(card, item, entry), tally(entries), line(card, entry),
// fits(card, entry, wanted), wire(card, api), key(name, card, api).
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
  let current = null;
  root.classList.add("js");

  const say = (text) => { message.textContent = text; message.hidden = !text; };

  // What the browser keeps may be absent or broken: the page must work all the same.
  const recall = () => {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(key)); } catch { say("This browser keeps no marks: save them before you leave."); }
    if (!kept || typeof kept !== "object") return;
    one(".reader").value = typeof kept.reader === "string" ? kept.reader : "";
    Object.entries(kept.marks || {}).forEach(([id, entry]) => { if (entry) set(id, entry); });
  };
  const keep = () => {
    try {
      localStorage.setItem(key, JSON.stringify({ reader: one(".reader").value, marks: Object.fromEntries(state) }));
    } catch { say("This browser keeps no marks: save them before you leave."); }
  };
  const set = (id, entry) => {
    const place = places.get(id);
    if (place === undefined || !entry || typeof entry !== "object") return;
    state.set(id, { ...page.clean(entry, cards[place]), note: typeof entry.note === "string" ? entry.note : "" });
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
  const change = (place, entry) => {
    const id = cards[place].dataset.id;
    past.push([place, state.get(id)]);
    state.set(id, entry);
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
    const last = past.pop();
    if (!last) return;
    state.set(cards[last[0]].dataset.id, last[1]);
    paint(last[0]); count(); keep(); show(last[0], true);
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
  const load = async (file) => {
    let read = 0, other = 0;
    (await file.text()).split("\n").filter((line) => line.trim()).forEach((line) => {
      let entry = null;
      try { entry = JSON.parse(line); } catch { /* counted below */ }
      const place = entry && typeof entry === "object" ? places.get(entry.id) : undefined;
      if (place === undefined || cards[place].dataset.digest !== entry.digest) { other += 1; return; }
      set(entry.id, entry);
      if (entry.reader && typeof entry.reader === "string") one(".reader").value = entry.reader;
      read += 1;
    });
    past.length = 0;
    cards.forEach((card, place) => paint(place));
    count(); keep(); filter();
    say(`${read} marks read${other ? `; ${other} lines are not about what stands here, or about another version of them` : ""}.`);
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
    card.querySelector("textarea").addEventListener("change", (event) => {
      change(place, { ...state.get(card.dataset.id), note: event.target.value });
    });
  });
  one(".undo").addEventListener("click", undo);
  one(".save").addEventListener("click", save);
  one(".load").addEventListener("click", () => one("input[type=file]").click());
  one("input[type=file]").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) load(file);
    event.target.value = "";
  });
  one(".reader").addEventListener("change", keep);
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
