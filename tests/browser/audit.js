// Runs before a document's own scripts: notes whatever the document tries to do, and
// later says what it consists of. `__audit` is called by the test.
(() => {
  const events = [];
  const note = (what) => events.push(String(what).slice(0, 160));
  for (const name of ["alert", "confirm", "prompt", "print", "open"]) {
    window[name] = (...args) => note(`script: ${name}(${args})`);
  }
  addEventListener("error", (event) => event.message && note(`script: ${event.message}`), true);
  // The policy of the page only reports, so what it reports has really been tried.
  document.addEventListener("securitypolicyviolation", (event) => {
    // The browser asks for this one by itself.
    if (event.blockedURI === `${location.origin}/favicon.ico`) return;
    note(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
  });

  const words = (text) => new Set(text.trim().split(/\s+/));
  const ELEMENTS = words(`a abbr article b bdi blockquote br caption cite code dd del
    details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i input ins kbd li
    mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table
    tbody td tfoot th thead time tr u ul var wbr`);
  const ATTRIBUTES = words(`aria-hidden aria-label aria-labelledby checked class colspan
    datetime dir disabled href id interestfor lang open popover rel reversed role rowspan
    scope start title type value`);
  const SCHEMES = words("http: https: mailto:");

  const inspect = (root, prefix, ids, faults) => {
    for (const element of root.querySelectorAll("*")) {
      const tag = element.localName;
      if (!ELEMENTS.has(tag) || element.namespaceURI !== "http://www.w3.org/1999/xhtml") {
        faults.add(`element: ${tag}`);
      }
      if (tag === "input" && !(element.type === "checkbox" && element.disabled)) {
        faults.add("element: input that can be used");
      }
      for (const { name, value } of element.attributes) {
        if (!ATTRIBUTES.has(name)) faults.add(`attribute: ${tag} ${name}=${value}`);
        if (/[\ue200-\ue206]/.test(value)) faults.add(`marker: ${tag} ${name}`);
      }
      if (tag === "a" && element.hasAttribute("href")) {
        const url = new URL(element.getAttribute("href"), "https://relative.test/");
        if (!SCHEMES.has(url.protocol)) faults.add(`url: ${url.protocol}`);
        if (url.username || url.password) faults.add(`url: credentials`);
        const inside = element.getAttribute("href").startsWith("#");
        if (url.host === "relative.test" && !inside) faults.add(`url: relative ${url}`);
        if (inside && !document.getElementById(decodeURIComponent(url.hash.slice(1)))) {
          faults.add(`url: ${url.hash} leads nowhere`);
        }
      }
      if (element.id) {
        if (ids.has(element.id)) faults.add(`id: ${element.id} twice`);
        if (!element.id.startsWith(prefix)) faults.add(`id: ${element.id} without prefix`);
        ids.add(element.id);
      }
    }
    if (/[\ue200-\ue206]/.test(root.textContent)) faults.add("marker: text");
  };

  const isShown = (element) => Boolean(element) && element.checkVisibility({
    opacityProperty: true, visibilityProperty: true,
  }) && element.getClientRects().length > 0;

  const visible = (root, expected, faults) => {
    const text = root.innerText;
    for (const sentence of expected) {
      if (!text.includes(sentence)) faults.add(`invisible: ${sentence}`);
    }
    if (expected.length && !isShown(root.querySelector("a[role=doc-biblioref]"))) {
      faults.add("invisible: the reference");
    }
  };

  const poke = (root) => {
    for (const element of root.querySelectorAll("*")) {
      for (const type of ["click", "focus", "mouseover", "toggle", "animationstart"]) {
        const event = new Event(type, { bubbles: false, cancelable: true });
        element.dispatchEvent(event);
      }
    }
  };

  const tick = () => new Promise((done) => setTimeout(done, 5));

  // Fragments are inspected as the browser parsed them, then after one and after two
  // more ways through innerHTML, where markup that means two things changes its meaning.
  window.__audit = async (fragments, expected) => {
    const faults = new Set();
    const roots = [...document.body.children];
    if (roots.length !== fragments.length) faults.add("element: outside its fragment");
    const each = (step) => {
      const ids = new Set();
      roots.forEach((root, index) => step(root, fragments[index] ?? {}, ids));
    };
    const inspectAll = () => each((root, { prefix }, ids) => {
      inspect(root, prefix, ids, faults);
      visible(root, expected, faults);
    });
    inspectAll();
    roots.forEach(poke);
    await tick();
    each((root, { html }) => { root.innerHTML = html; });
    inspectAll();
    each((root) => { root.innerHTML = root.innerHTML; });
    each((root) => { root.innerHTML = root.innerHTML; });
    inspectAll();
    roots.forEach(poke);
    await tick();
    return [...faults, ...events];
  };
})();
