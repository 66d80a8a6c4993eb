(() => {
  "use strict";
  const LABELS = { c: "correct", m: "mathematical_error", l: "logical_inconsistency", i: "accumulation_error", o: "other" };
  const WHOLE = { c: "", m: "missing_steps", p: "planning_error", o: "other" };
  const all = (selector, root) => [...root.querySelectorAll(selector)];
  const words = (text) => (text === undefined ? null : text.split(" ").filter(Boolean));
  const same = (one, other) => JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
  const ordered = (numbers) => [...new Set(numbers)].sort((a, b) => a - b);

  // What the annotation says stands in the page; what the reader says is the entry: a list a step, null where not judged.
  const steps = (card) => all(".step:not(.whole)", card);
  const said = (step) => ({ premises: words(step.dataset.premises)?.map(Number) ?? null, labels: words(step.dataset.labels) });
  const saidOfWhole = (card) => words(card.querySelector(".whole").dataset.chain);
  const here = new WeakMap();  // the place of the reader in each card: a step's index, or the number of steps for the whole
  const places = (card) => all(".step", card);

  const clean = (entry, card) => {
    const given = Array.isArray(entry.steps) ? entry.steps : [];
    const known = (list, names) => (Array.isArray(list) ? [...new Set(list.filter((name) => names.includes(name)))] : null);
    return {
      steps: steps(card).map((_, place) => {
        const { premises = null, labels = null } = given[place] || {};
        const found = known(labels, Object.values(LABELS));
        return {
          premises: Array.isArray(premises) ? ordered(premises.filter((one) => Number.isInteger(one) && one >= 0 && one <= place)) : null,
          labels: found && found.length ? (found.includes("correct") ? ["correct"] : found) : null,
        };
      }),
      chain: known(entry.chain, Object.values(WHOLE).filter(Boolean)),
    };
  };
  const blank = (card) => {
    let begun = {};
    try { begun = JSON.parse(card.dataset.begin || "{}") || {}; } catch { /* begin with nothing */ }
    return { ...clean(begun, card), note: typeof begun.note === "string" ? begun.note : "" };
  };

  // Each judgment of a chain: what is said, and what the annotation says of it.
  const judgments = (card, entry) => [
    ...steps(card).flatMap((step, place) => {
      const annotated = said(step), { premises, labels } = entry.steps[place];
      return [[premises, annotated.premises], [labels, annotated.labels]];
    }),
    [entry.chain, saidOfWhole(card)],
  ];
  const summary = (card, entry) => {
    const found = judgments(card, entry).filter(([mine, theirs]) => mine !== null || theirs !== null);
    const made = found.filter(([mine]) => mine !== null);
    return { of: found.length, made: made.length, differ: made.filter(([mine, theirs]) => theirs === null || !same(mine, theirs)).length };
  };
  const stage = (card, entry) => {
    const { of, made, differ } = summary(card, entry);
    return { begun: made > 0 && made < of, done: made > 0 && made === of, corrected: differ > 0, none: made === 0 };
  };

  const press = (button, mine, theirs, name) => {
    button.setAttribute("aria-pressed", String(mine !== null && mine.includes(name)));
    button.classList.toggle("unsaid", mine === null && theirs !== null && theirs.includes(name));
  };
  const tell = (element, pairs) => {
    const made = pairs.filter(([mine]) => mine !== null);
    const differ = made.some(([mine, theirs]) => theirs === null || !same(mine, theirs));
    const whole = made.length === pairs.filter(([mine, theirs]) => mine !== null || theirs !== null).length;
    const text = !made.length ? "" : `${differ ? "✎ corrected" : "✓ accepted"}${whole ? "" : ", in part"}`;
    if (element.textContent !== text) element.textContent = text;
    element.className = `mark-state ${made.length ? (differ ? "differs" : "agrees") : ""}`;
  };
  const premisesOf = (card, entry, place) => {
    const step = steps(card)[place];
    return step ? entry.steps[place].premises ?? said(step).premises ?? [] : [];
  };
  const light = (card, entry, place) => {
    all(".premise", card).forEach((element) => element.classList.remove("premise"));
    premisesOf(card, entry, place).forEach((number) => card.querySelector(`[data-step="${number}"]`)?.classList.add("premise"));
  };
  const paint = (card, item, entry) => {
    steps(card).forEach((step, place) => {
      const annotated = said(step), { premises, labels } = entry.steps[place];
      all("[data-premise]", step).forEach((button) => press(button, premises, annotated.premises, Number(button.dataset.premise)));
      all("[data-label]", step).forEach((button) => press(button, labels, annotated.labels, button.dataset.label));
      tell(step.querySelector(".mark-state"), [[premises, annotated.premises], [labels, annotated.labels]]);
    });
    const whole = card.querySelector(".whole"), theirs = saidOfWhole(card), mine = entry.chain;
    const named = (list) => (list === null ? null : list.length ? list : [""]);
    all("[data-chain-label]", whole).forEach((button) => press(button, named(mine), named(theirs), button.dataset.chainLabel));
    tell(whole.querySelector(".mark-state"), [[mine, theirs]]);
    const { of, made, differ } = summary(card, entry), done = made > 0 && made === of;
    const sign = !made ? (entry.note ? "…" : "·") : differ ? "✎" : done ? "✓" : "…";
    const dot = item.querySelector(".dot"), verdict = card.querySelector(".verdict");
    dot.textContent = sign;
    dot.className = `dot ${differ ? "m-awkward" : done ? "m-good" : ""}`;
    item.querySelector(".state").textContent = `, ${made} of ${of} judged${differ ? `, ${differ} corrected` : ""}`;
    verdict.textContent = `${made} of ${of} judged${differ ? `, ${differ} corrected` : ""}`;
    verdict.className = `verdict ${differ ? "m-awkward" : done ? "m-good" : ""}`;
    // The light follows what the reader says of the step that they are at.
    if (here.has(card)) light(card, entry, here.get(card));
  };

  const go = (card, api, place, focus = true) => {
    const found = places(card), to = Math.max(0, Math.min(found.length - 1, place));
    found.forEach((step, other) => step.classList.toggle("here", other === to));
    here.set(card, to);
    light(card, api.entry(), to);
    if (focus) {
      found[to].focus({ preventScroll: true });
      found[to].scrollIntoView({ block: "nearest" });
    }
  };
  const at = (card) => here.get(card) ?? 0;
  const forward = (card, api) => {
    if (at(card) + 1 < places(card).length) go(card, api, at(card) + 1);
    else if (api.advances()) api.step(1);
  };
  const change = (api, place, part) => {
    const entry = api.entry();
    api.change({ ...entry, steps: entry.steps.map((step, other) => (other === place ? { ...step, ...part } : step)) });
  };
  const toggle = (card, api, place, number) => {
    if (number > place) return;
    const entry = api.entry(), from = premisesOf(card, entry, place);
    change(api, place, { premises: from.includes(number) ? from.filter((one) => one !== number) : ordered([...from, number]) });
  };
  // Where a digit may be the first of two, it waits a moment for the second.
  let waiting = null;
  const settle = () => {
    if (!waiting) return;
    const { timer, card, api, place, digit } = waiting;
    waiting = null;
    clearTimeout(timer);
    toggle(card, api, place, digit);
  };
  const digit = (card, api, place, given) => {
    if (waiting && waiting.card === card && waiting.place === place && waiting.digit * 10 + given <= place) {
      clearTimeout(waiting.timer);
      const number = waiting.digit * 10 + given;
      waiting = null;
      toggle(card, api, place, number);
      return;
    }
    settle();
    if (given && given * 10 <= place) waiting = { card, api, place, digit: given, timer: setTimeout(settle, 700) };
    else toggle(card, api, place, given);
  };
  const label = (card, api, place, name, more) => {
    const mine = api.entry().steps[place].labels;
    let labels = [name];
    if (more && mine && name !== "correct" && !mine.includes("correct")) {
      labels = mine.includes(name) ? mine.filter((one) => one !== name) : [...mine, name];
    } else if (!more && mine && same(mine, labels)) labels = [];
    change(api, place, { labels: labels.length ? labels : null });
  };
  const whole = (card, api, name, more) => {
    const entry = api.entry(), mine = entry.chain;
    let chain = name ? [name] : [];
    if (name && mine && mine.length && more) chain = mine.includes(name) ? mine.filter((one) => one !== name) : [...mine, name];
    else if (mine && same(mine, chain)) chain = null;
    api.change({ ...entry, chain });
  };
  const accepted = (step, mine) => {
    const annotated = said(step);
    return { premises: mine.premises ?? annotated.premises, labels: mine.labels ?? annotated.labels };
  };
  const accept = (card, api) => {
    const place = at(card), step = steps(card)[place], entry = api.entry();
    if (step) change(api, place, accepted(step, entry.steps[place]));
    else api.change({ ...entry, chain: entry.chain ?? saidOfWhole(card) });
    forward(card, api);
  };
  const acceptRest = (card, api) => {
    const entry = api.entry();
    api.change({ ...entry, steps: steps(card).map((step, place) => accepted(step, entry.steps[place])), chain: entry.chain ?? saidOfWhole(card) });
    if (api.advances()) api.step(1);
  };
  const clear = (card, api) => {
    const place = at(card);
    if (steps(card)[place]) change(api, place, { premises: null, labels: null });
    else api.change({ ...api.entry(), chain: null });
  };

  const wire = (card, api) => {
    places(card).forEach((step, place) => {
      const enter = () => { if (at(card) !== place || !step.classList.contains("here")) go(card, api, place, false); };
      step.addEventListener("focusin", enter);
      step.addEventListener("pointerdown", enter);
      step.addEventListener("pointerenter", () => light(card, api.entry(), place));
      step.addEventListener("pointerleave", () => light(card, api.entry(), at(card)));
      step.querySelector(".accept").addEventListener("click", () => { go(card, api, place, false); accept(card, api); });
    });
    const point = (number, on) => card.querySelector(`[data-step="${number}"]`)?.classList.toggle("pointed", on);
    all("[data-premise]", card).forEach((button) => {
      const number = button.dataset.premise, place = Number(button.closest(".step").dataset.step) - 1;
      button.addEventListener("click", () => toggle(card, api, place, Number(number)));
      button.title = (card.querySelector(`[data-step="${number}"] .prose`)?.textContent ?? "").trim().slice(0, 300);
      ["pointerenter", "focus"].forEach((name) => button.addEventListener(name, () => point(number, true)));
      ["pointerleave", "blur"].forEach((name) => button.addEventListener(name, () => point(number, false)));
    });
    all("[data-label]", card).forEach((button) => button.addEventListener("click", (event) => {
      label(card, api, Number(button.closest(".step").dataset.step) - 1, button.dataset.label, event.shiftKey);
    }));
    all("[data-chain-label]", card).forEach((button) => button.addEventListener("click", (event) => whole(card, api, button.dataset.chainLabel, event.shiftKey)));
    card.querySelector(".rest").addEventListener("click", () => acceptRest(card, api));
    go(card, api, 0, false);
  };
  const key = (name, card, api) => {
    const place = at(card), lower = name.toLowerCase(), more = name !== lower, step = steps(card)[place];
    if (name === "J" || name === "K") api.step(name === "J" ? 1 : -1);
    else if (name === "j") go(card, api, place + 1);
    else if (name === "k") go(card, api, place - 1);
    else if (name === "a") accept(card, api);
    else if (name === "A") acceptRest(card, api);
    else if (name === "x") clear(card, api);
    else if (step && /^\d$/.test(name)) digit(card, api, place, Number(name));
    else if (step && Object.hasOwn(LABELS, lower)) label(card, api, place, LABELS[lower], more);
    else if (!step && Object.hasOwn(WHOLE, lower)) whole(card, api, WHOLE[lower], more);
    else return false;
    return true;
  };

  reviewPage({
    prefix: "dunyazad-chain-review",
    blank, clean, paint, wire, key, settle,
    tally: (entries, cards) => {
      const found = entries.map((entry, place) => summary(cards[place], entry));
      const sum = (name) => found.reduce((total, one) => total + one[name], 0);
      const whole = found.filter((one) => one.made > 0 && one.made === one.of).length;
      return { done: sum("made"), text: `${whole} of ${entries.length} done; ${sum("made")} of ${sum("of")} judged, ${sum("differ")} corrected` };
    },
    over: (entry, loaded) => ({
      steps: entry.steps.map(({ premises, labels }, place) => ({
        premises: loaded.steps[place].premises ?? premises,
        labels: loaded.steps[place].labels ?? labels,
      })),
      chain: loaded.chain ?? entry.chain,
    }),
    line: (card, { steps: mine, chain }) => ({ schema: "dunyazad.chain_mark/1", id: card.dataset.id, digest: card.dataset.digest, steps: mine, chain }),
    fits: (card, entry, wanted) => stage(card, entry)[wanted],
  });
})();
