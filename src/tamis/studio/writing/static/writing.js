// Writing: the answer as it comes, how it is shown, papers beside it, keys.
"use strict";

(() => {
  const { key, post, prepare } = window.TamisStudio;
  const root = () => document.getElementById("session");

  // --- the answer as it comes ---

  let following = null;
  function follow() {
    const session = root();
    if (!session?.hasAttribute("data-waiting")) return;
    const base = session.dataset.base;
    let text = document.getElementById("stream")?.textContent ?? "";
    const show = (data) => {
      const box = document.getElementById("stream");
      const step = document.getElementById("step");
      if (step && step.textContent !== data.step) step.textContent = data.step;
      if (!box) return;
      if (data.add !== undefined) {
        text += data.add;
        box.append(data.add);
      } else if (data.text !== text) {
        text = data.text;
        box.textContent = text;
      }
    };
    let misses = 0;
    const source = new EventSource(`${base}/stream`);
    following = source;
    source.addEventListener("text", (event) => {
      misses = 0;
      show(JSON.parse(event.data));
    });
    source.addEventListener("done", () => {
      source.close();
      renew();
    });
    source.addEventListener("error", () => {
      misses += 1;
      if (misses < 3 && source.readyState !== EventSource.CLOSED) return;
      source.close();
      poll(base, show);
    });
  }

  async function poll(base, show) {
    try {
      const answer = await fetch(`${base}/progress`, { headers: { Accept: "application/json" } });
      if (answer.ok) {
        const data = await answer.json();
        if (!data.waiting) return renew();
        show(data);
      } else if (answer.status < 500) {
        location.reload();
        return;
      }
    } catch {
      const step = document.getElementById("step");
      if (step) step.textContent = "The studio cannot be reached; this page goes on trying";
    }
    setTimeout(() => poll(base, show), 1500);
  }

  // The page anew, in place: scrolling and focus stay where they are.
  async function renew() {
    following?.close();
    following = null;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected) throw new Error();
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const session = document.importNode(fresh.getElementById("session"), true);
      root().replaceWith(session);
      prepare(session);
      begin();
      tell(session.querySelector(".answer-head").dataset.tells);
      if (document.activeElement === document.body) {
        document.getElementById("answer-title").focus({ preventScroll: true });
      }
    } catch {
      location.reload();
    }
  }

  // For those who do not see the page change; others need no banner.
  function tell(text) {
    const told = document.getElementById("told");
    if (told) told.textContent = text;
  }

  // --- how the answer is shown ---

  function showAs(way) {
    for (const link of document.querySelectorAll(".ways [data-to]")) {
      if (link.dataset.to === way) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const part of document.querySelectorAll("[data-way]")) {
      const earlier = part.closest(".earlier") && way === "clean";
      part.hidden = part.dataset.way !== (earlier ? "changes" : way);
    }
    const place = new URL(location.href);
    place.searchParams.set("view", way);
    history.replaceState(null, "", place);
    for (const link of document.querySelectorAll(".turn-link, a.step")) {
      const to = new URL(link.getAttribute("href"), location.href);
      to.searchParams.set("view", way);
      link.setAttribute("href", to.search);
    }
  }

  // --- papers beside the answer ---

  const reader = document.getElementById("reader");

  async function openPaper(link) {
    let fresh;
    try {
      const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error();
      fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("paper");
    } catch {
      location.href = link.href;
      return;
    }
    const close = document.createElement("button");
    close.type = "button";
    close.className = "quiet small close";
    close.append("Close");
    close.addEventListener("click", () => reader.close());
    reader.replaceChildren(close, document.importNode(fresh, true));
    reader.showModal();
    reader.scrollTop = 0;
  }

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (event.target === reader) reader.close();
    if (!link) return;
    if (link.dataset.paper !== undefined && reader) {
      event.preventDefault();
      openPaper(link);
    } else if (link.dataset.to !== undefined) {
      event.preventDefault();
      showAs(link.dataset.to);
    }
  });

  // --- an edit's changes, while it is typed ---

  let waiting = 0;

  function preview(field) {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const form = field.form;
      const box = document.getElementById("preview");
      if (!box || !form) return;
      if (field.value === field.defaultValue && !box.textContent) return;
      const data = { turn: form.elements.turn.value, answer: field.value };
      try {
        const answer = await post(`${root().dataset.base}/changes`, data);
        if (!answer.ok) return;
        const part = new DOMParser().parseFromString(await answer.text(), "text/html");
        box.replaceChildren(...part.body.childNodes);
      } catch {
        // The edit itself is what counts; its preview can wait.
      }
    }, 350);
  }

  document.addEventListener("input", (event) => {
    const target = event.target;
    const field = target instanceof HTMLFormElement ? target.querySelector("[data-preview]") : target;
    if (field instanceof Element && field.matches("[data-preview]")) preview(field);
  });

  // --- forms and keys ---

  function send() {
    const own = document.activeElement?.closest("form[data-send]");
    const forms = [...document.querySelectorAll(".next form[data-send], form.card[data-send]")];
    const form = own ?? forms.find((one) => !one.closest("details:not([open])"));
    const primary = document.querySelector("[data-primary]");
    if (form) form.requestSubmit(form.querySelector("[data-primary]"));
    else primary?.click();
  }

  // What its reader opens takes the focus; what opens by itself leaves it where it is.
  let opening = null;
  document.addEventListener("click", (event) => {
    opening = event.target instanceof Element ? (event.target.closest("summary")?.parentElement ?? null) : null;
  });
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (details !== opening || !details.open) return;
    opening = null;
    if (details.matches(".edit, .reword")) details.querySelector("textarea").focus();
    else if (details.matches(".finish")) details.querySelector("button").focus();
  }, true);

  // --- columns that hold more than they show ---

  const measure = (column) =>
    column.classList.toggle("more", column.scrollHeight - column.scrollTop - column.clientHeight > 8);
  const columns = new ResizeObserver((found) => {
    for (const column of new Set(found.map(({ target }) => target.closest(".col-left, .col-right")))) {
      if (column) measure(column);
    }
  });

  function watchColumns() {
    columns.disconnect();
    for (const column of document.querySelectorAll(".col-left, .col-right")) {
      for (const part of [column, ...column.children]) columns.observe(part);
      column.addEventListener("scroll", () => measure(column), { passive: true });
    }
  }

  // After a rating by its key comes the comment.
  document.addEventListener("keydown", (event) => {
    if (!/^[123]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.matches("textarea, input:not([type=radio])")) return;
    setTimeout(() => {
      if (document.activeElement?.matches("[data-rates]:checked")) document.getElementById("comment").focus();
    });
  });

  function begin() {
    follow();
    watchColumns();
    const problem = document.getElementById("problem");
    if (problem) problem.focus({ preventScroll: false });
    const place = new URLSearchParams(location.search).get("view");
    if (place && document.querySelector(`.ways [data-to="${CSS.escape(place)}"]`)) showAs(place);
  }

  window.addEventListener("tamis:shown", begin);
  key("Ctrl+Enter", "Send the form", send);
  if (root()) {
    key("d", "Show or hide the changes", () => {
      const current = document.querySelector(".ways [aria-current]");
      if (current) showAs(current.dataset.to === "changes" ? "clean" : "changes");
    });
  }
  begin();
})();
