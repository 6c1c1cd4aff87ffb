/* Shows an answer while it grows: `connect("/answers/7", { into: element })`, or, with a
 * transport of your own, `new Message(element)` and its `apply(event)` for each event.
 * After the last one the article is exactly what `render` makes of the whole answer.
 * Once an event is applied, the element dispatches it: as `detail` of a `citemark`. */
const VERSION = 1;
const TYPES = ["start", "block.open", "block.patch", "block.close", "source.add",
  "source.patch", "ref", "notice", "text", "snapshot", "end", "abort"];
/* Nothing runs while it is parsed here, and a piece may begin with a row or an item. */
const parse = (html) =>
  Object.assign(document.createElement("template"), { innerHTML: html }).content;

/* Makes the nodes from *old* up to *end* those of *fresh*, and replaces as few as it can:
 * the reader may have focused or selected them. */
function fit(parent, old, end, fresh) {
  for (const node of [...fresh.childNodes]) {
    const next = old === end ? end : old.nextSibling;
    if (old?.open) node.open = true; // The reader has unfolded it.
    if (old === end) parent.insertBefore(node, end);
    else if (!old.cloneNode().isEqualNode(node.cloneNode())) old.replaceWith(node);
    else if (node.localName) fit(old, (old.normalize(), old.firstChild), null, node);
    old = next;
  }
  for (let next; old !== end; old = next) [next] = [old.nextSibling, old.remove()];
}

export class Message {
  constructor(into) { this.into = into; }

  apply(event) {
    if (event.v !== VERSION) throw new Error(`stream: version ${event.v}, not ${VERSION}`);
    if (TYPES.includes(event.type)) this[event.type]?.(event);
    this.into.dispatchEvent(new CustomEvent("citemark", { detail: event, bubbles: true }));
  }

  start({ html, status = "" }) {
    const article = parse(html).firstElementChild;
    this.article ? this.article.replaceWith(article) : this.into.append(article);
    article.after((this.status ??= parse(status).firstElementChild) ?? "");
    [this.article, this.blocks] = [article, new Map()];
    article.setAttribute("aria-busy", "true"); // No live region: all would be read twice.
  }
  snapshot({ html, status, blocks = [] }) {
    this.start({ html, status });
    const slot = this.#slot("blocks"); // A finished article has none.
    while (slot?.previousSibling) slot.previousSibling.remove();
    slot?.before("\n");
    for (const [block, content] of blocks) this["block.open"]({ block, html: content });
  }
  "block.open"({ block, html }) {
    // Empty texts, which no HTML shows, mark both ends of a block for patches to come.
    this.blocks.set(block, [new Text(), new Text()]);
    this.#slot("blocks").before(...this.blocks.get(block));
    this["block.close"]({ block, html });
  }
  "block.close"({ block, html }) {
    const [before, end] = this.blocks.get(block);
    fit(this.article, before.nextSibling, end, parse(html));
  }
  "block.patch"({ block, html, depth = 0, mode = "replace" }) {
    if (depth === 0) return this["block.close"]({ block, html });
    let element = this.blocks.get(block)[1].previousElementSibling;
    while (--depth) element = element.lastElementChild;
    if (mode === "append") element.append(parse(html));
    else element.replaceWith(parse(html));
  }

  "source.add"({ section = "", html, card = "" }) {
    this.#slot("section").before(parse(section));
    this.#slot("notes").before(parse(html));
    this.#slot("cards").before(parse(card));
  }
  "source.patch"({ id, html, card = "" }) {
    for (const [name, piece] of [[id, html], [id.replace(/s(\d+)$/, "c$1"), card]]) {
      const old = this.article.querySelector(`#${CSS.escape(name)}`);
      if (old) fit(old.parentNode, old, old.nextSibling.nextSibling, parse(piece));
    }
  }

  end({ status }) {
    for (const slot of this.article?.querySelectorAll("template") ?? []) slot.remove();
    this.article?.normalize();
    this.article?.removeAttribute("aria-busy");
    if (this.status) this.status.textContent = status;
  }
  abort() { this.end({ status: "" }); }
  #slot(name) { return this.article.querySelector(`template[id$="${name}"]`); }
}

/* The browser itself reconnects, and tells the server the last event that it has seen. */
export function connect(url, { into, ...options }) {
  const [message, source] = [new Message(into), new EventSource(url, options)];
  const apply = (event) => {
    if (event.v !== VERSION || ["end", "abort"].includes(event.type)) source.close();
    message.apply(event);
  };
  for (const type of TYPES) source.addEventListener(type, (it) => apply(JSON.parse(it.data)));
  const lost = { v: VERSION, type: "abort", reason: "no connection" };
  source.onerror = () => source.readyState === EventSource.CLOSED && apply(lost);
  return source;
}
