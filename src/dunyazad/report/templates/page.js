"use strict";
// Without this script every chain is shown below the other, and premises are plain links.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const chains = all(".chain");
  // What is too wide for the window scrolls: the eye must see that, and the keyboard reach it.
  const reach = () => all(".wide").forEach((box) => {
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    box.classList.toggle("scrolls", scrolls);
    if (!scrolls) {
      box.removeAttribute("tabindex");
      return;
    }
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", box.querySelector("caption").textContent);
  });
  if (!chains.length) {
    addEventListener("resize", reach);
    reach();
    return;
  }
  document.documentElement.classList.add("js");
  const items = all(".list li");
  const form = document.querySelector(".filters");
  const empty = document.querySelector(".none");
  let current = null;

  const show = (index, follow) => {
    current = index;
    chains.forEach((chain, place) => chain.classList.toggle("current", place === index));
    items.forEach((item, place) => {
      const link = item.firstElementChild;
      if (place === index) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    if (index === null) return;
    const list = document.querySelector(".list"), item = items[index];
    const above = item.offsetTop - list.offsetTop;
    if (above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = above - 40;
    reach();
    draw(chains[index]);
    if (follow) chains[index].focus({ preventScroll: true });
  };

  // Addresses: #c3 is the third chain, #c3s2 its second step.
  const open = (follow) => {
    const match = /^#c(\d+)(s\d+)?$/.exec(location.hash);
    if (!match || !chains[match[1] - 1]) return false;
    show(match[1] - 1, follow && !match[2]);
    const target = document.getElementById(location.hash.slice(1));
    if (match[2]) target.focus({ preventScroll: true });
    target.scrollIntoView({ block: match[2] ? "nearest" : "start" });
    return true;
  };

  const filter = () => {
    const wanted = all("select", form).map((select) => [select.dataset.key, select.value]);
    let first = null, shown = 0;
    items.forEach((item, place) => {
      const fits = wanted.every(([key, value]) => !value || item.dataset[key] === value);
      item.hidden = !fits;
      if (!fits) return;
      shown += 1;
      if (first === null) first = place;
    });
    form.querySelector(".shown").textContent = `${shown} of ${items.length} shown`;
    empty.hidden = shown > 0;
    if (current === null || items[current].hidden) show(first, false);
  };

  // Arcs run in the gutter, from the middle of a premise's left edge to that of the step; the further, the wider.
  const draw = (chain) => {
    const steps = chain.querySelector(".steps");
    if (!steps) return;
    const svg = steps.querySelector(".arcs");
    const make = (name, attributes) => {
      const node = document.createElementNS(svg.namespaceURI, name);
      Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
      return svg.appendChild(node);
    };
    svg.replaceChildren();
    const width = svg.clientWidth - 6;
    const top = svg.getBoundingClientRect().top;
    const cards = new Map(all(".step", steps).map((card) => [Number(card.dataset.step), card]));
    const height = (card) => {
      const box = card.getBoundingClientRect();
      return box.top - top + Math.min(box.height / 2, 24);
    };
    const last = Math.max(1, cards.size - 1);
    cards.forEach((card, number) => all("[data-from]", card).forEach((link) => {
      const from = Number(link.dataset.from);
      const premise = cards.get(from);
      if (!premise) return;
      const start = height(premise), end = height(card);
      const reach = (width - 6) * (0.3 + 0.7 * Math.sqrt((number - from - 1) / last));
      const edge = width + 4;
      const path = make("path", { d: `M${edge},${start + 3} C${edge - reach * 1.33},${start + 3} ${edge - reach * 1.33},${end - 3} ${edge},${end - 3}` });
      const wrong = /v-(mathematical|logical|other|accumulation)/;
      if (wrong.test(premise.className) && card.classList.contains("v-accumulation_error")) path.classList.add("bad");
      path.dataset.from = from;
      path.dataset.to = number;
      make("circle", { cx: edge, cy: end - 3, r: 2.4 });
    }));
    if (steps.dataset.lit) light(cards.get(Number(steps.dataset.lit)));
  };

  const light = (step) => {
    const steps = step.closest(".steps");
    const number = step.dataset.step;
    dim(steps);
    steps.classList.add("lit-on");
    steps.dataset.lit = number;
    step.classList.add("lit");
    all(".arcs path", steps).forEach((path) => {
      const { from, to } = path.dataset;
      if (from !== number && to !== number) return;
      path.classList.add("lit");
      all(".step", steps).forEach((card) => {
        if (card.dataset.step === from || card.dataset.step === to) card.classList.add("lit");
      });
    });
  };
  const dim = (steps) => {
    steps.classList.remove("lit-on");
    delete steps.dataset.lit;
    all(".lit", steps).forEach((node) => node.classList.remove("lit"));
  };
  all(".steps").forEach((steps) => {
    ["mouseover", "focusin"].forEach((kind) => steps.addEventListener(kind, (event) => {
      const step = event.target.closest(".step");
      if (step) light(step);
    }));
    ["mouseleave", "focusout"].forEach((kind) => steps.addEventListener(kind, () => dim(steps)));
  });

  let waiting = 0;
  const redraw = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      reach();
      if (current !== null) draw(chains[current]);
    });
  };
  addEventListener("resize", redraw);
  addEventListener("toggle", redraw, true);
  addEventListener("hashchange", () => open(true));
  // Choosing the chain that is open already changes no address, yet should go to it.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#c"]');
    if (link && link.hash === location.hash) open(true);
  });
  form.hidden = false;
  form.addEventListener("change", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  if (!open(false)) show(Number(document.querySelector(".browser").dataset.opens), false);
  filter();
})();
