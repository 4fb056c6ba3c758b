// What every page of the studio has: the token, messages, shortcuts, autosave, the theme.
"use strict";

(() => {
  const meta = document.querySelector('meta[name="csrf"]');
  const live = document.getElementById("live");

  // --- requests ---

  const token = () => meta.content;

  function useToken(fresh) {
    if (!/^[0-9a-f]{64}$/.test(fresh) || fresh === meta.content) return;
    meta.content = fresh;
    for (const field of document.querySelectorAll('input[name="csrf"]')) field.value = fresh;
  }

  async function renewToken() {
    const answer = await fetch("/token", { headers: { Accept: "text/plain" } });
    if (answer.ok) useToken(await answer.text());
  }

  async function post(url, data, options = {}) {
    const send = () =>
      fetch(url, {
        method: "POST",
        body: data instanceof FormData ? data : new URLSearchParams(data),
        headers: { "X-CSRF-Token": token(), Accept: "text/plain", "HX-Request": "true" },
        ...options,
      });
    const answer = await send();
    // The token is of another login: the page has outlived it. Once more, with the new one.
    if (answer.status === 403 && answer.headers.get("X-Tamis") === "csrf") {
      await renewToken();
      return send();
    }
    return answer;
  }

  // Another tab may have logged in or out since this one was last looked at.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) renewToken().catch(() => {});
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) renewToken().catch(() => {});
  });

  document.addEventListener("htmx:configRequest", (event) => {
    event.detail.headers["X-CSRF-Token"] = token();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    // A refusal is a sentence, not markup: it is said, never swapped in.
    const type = event.detail.xhr.getResponseHeader("Content-Type") || "";
    if (event.detail.xhr.status >= 400 && !type.startsWith("text/html")) {
      event.detail.shouldSwap = false;
      event.detail.isError = true;
    }
  });
  document.addEventListener("htmx:responseError", (event) => {
    const said = event.detail.xhr.responseText || "";
    say(said.length < 500 ? said : `The studio refused this (${event.detail.xhr.status}).`, "wrong");
  });
  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, () => {
      say("The studio cannot be reached. What you typed is still here: try again in a moment.", "wrong");
    });
  }

  // --- messages ---

  function say(text, kind = "done") {
    const message = document.createElement("p");
    message.className = `message ${kind}`;
    message.append(text);
    addClose(message);
    live.replaceChildren(message);
  }

  function addClose(message) {
    const close = document.createElement("button");
    close.type = "button";
    close.className = "quiet small";
    close.setAttribute("aria-label", "Close this message");
    close.append("×");
    close.addEventListener("click", () => message.remove());
    message.append(close);
  }

  // --- shortcuts ---

  const keys = new Map();

  function comboOf(event) {
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
    // Shift is part of what a sign is ("?"), and of its own beside named keys.
    const shift = event.shiftKey && event.key.length > 1 ? "Shift+" : "";
    return control + (event.altKey ? "Alt+" : "") + shift + name;
  }

  const normal = (combo) => combo.replace(/(^|\+)([A-Z])$/, (_, plus, letter) => plus + letter.toLowerCase());

  function key(combo, help, run) {
    keys.set(normal(combo), { combo, help, run });
    offerHelp();
  }

  // A list of nothing but itself helps no one.
  function offerHelp() {
    const button = document.querySelector("[data-help]");
    if (button) button.hidden = keys.size < 2 && !document.querySelector("[data-key]");
  }

  function fromPage(combo) {
    for (const element of document.querySelectorAll("[data-key]")) {
      if (normal(element.dataset.key) === combo && !element.disabled && element.getClientRects().length) {
        return () => {
          const types = /^(text|search|email|number|password|)$/;
          const typing =
            element instanceof HTMLTextAreaElement ||
            element instanceof HTMLSelectElement ||
            (element instanceof HTMLInputElement && types.test(element.type));
          element.focus();
          if (!typing) element.click();
        };
      }
    }
    return null;
  }

  const inField = (target) =>
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type="radio"], [type="checkbox"], [type="button"], [type="submit"])'));

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const combo = comboOf(event);
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey && event.key.length === 1;
    if (bare && inField(event.target)) return;
    if (document.querySelector("dialog[open]") && combo !== "Escape") return;
    const run = keys.get(combo)?.run ?? fromPage(combo);
    if (!run) return;
    event.preventDefault();
    run(event);
  });

  function help() {
    const rows = [...keys.values()].map(({ combo, help }) => [combo, help]);
    for (const element of document.querySelectorAll("[data-key]")) {
      if (!element.getClientRects().length) continue;
      const name = element.dataset.keyHelp || element.getAttribute("aria-label") || element.textContent;
      rows.push([element.dataset.key, name.trim().replace(/\s+/g, " ")]);
    }
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-labelledby", "help-title");
    const title = document.createElement("h2");
    title.id = "help-title";
    title.append("Keyboard shortcuts");
    const table = document.createElement("table");
    for (const [combo, name] of rows) {
      const row = table.insertRow();
      const cell = row.insertCell();
      for (const part of combo.split("+")) {
        const sign = document.createElement("kbd");
        sign.append(part || "+");
        cell.append(sign, " ");
      }
      row.insertCell().append(name);
    }
    const close = document.createElement("button");
    close.append("Close");
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    dialog.append(title, table, close);
    document.body.append(dialog);
    dialog.showModal();
  }

  key("?", "This list", help);

  // --- autosave ---

  const fieldsOf = (form) =>
    [...form.elements].filter((field) => field.name && !/^(hidden|password|file|submit|button|fieldset)$/.test(field.type));

  function contents(form) {
    const values = {};
    for (const field of fieldsOf(form)) {
      if (/^(radio|checkbox)$/.test(field.type)) {
        if (field.checked) (values[field.name] ??= []).push(field.value);
      } else {
        values[field.name] = field.value;
      }
    }
    return values;
  }

  // What the server has put back into a form that it refused was typed, too.
  function untouched(form) {
    return form.dataset.typed === undefined && fieldsOf(form).every((field) =>
      /^(radio|checkbox)$/.test(field.type)
        ? field.checked === field.defaultChecked
        : field instanceof HTMLSelectElement
          ? [...field.options].every((option, i) =>
              option.selected === (option.defaultSelected || (i === 0 && !field.querySelector("[selected]"))))
          : field.value === field.defaultValue,
    );
  }

  function fill(form, values) {
    for (const field of fieldsOf(form)) {
      const value = values[field.name];
      if (/^(radio|checkbox)$/.test(field.type)) {
        field.checked = Array.isArray(value) && value.includes(field.value);
      } else if (typeof value === "string") {
        field.value = value;
      }
    }
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const autosaves = new Set();

  class Autosave {
    constructor(form) {
      autosaves.add(this);
      this.form = form;
      this.place = form.dataset.autosave;
      this.timer = 0;
      this.sent = null;
      this.saving = null;
      this.retry = 1000;
      this.note = document.createElement("p");
      this.note.className = "autosave";
      this.note.setAttribute("role", "status");
      form.append(this.note);
      form.addEventListener("input", (event) => {
        if (event.isTrusted || event.target !== form) this.later();
      });
      form.addEventListener("change", () => this.later());
      form.addEventListener("focusout", () => this.now());
      form.addEventListener("htmx:beforeRequest", () => this.stop());
      for (const failed of ["htmx:sendError", "htmx:responseError"]) {
        form.addEventListener(failed, () => this.later());
      }
      document.addEventListener("visibilitychange", () => document.hidden && this.now(true));
      window.addEventListener("pagehide", () => this.now(true));
      this.restore();
    }

    later() {
      clearTimeout(this.timer);
      this.dirty = true;
      this.timer = setTimeout(() => this.now(), 700);
    }

    stop() {
      clearTimeout(this.timer);
      this.dirty = false;
      this.saving?.abort();
    }

    now(leaving = false) {
      const saving = this.save(leaving).finally(() => {
        if (this.pending === saving) this.pending = null;
      });
      this.pending = saving;
      return saving;
    }

    async save(leaving) {
      clearTimeout(this.timer);
      if (!this.dirty || !this.form.isConnected) return;
      const text = untouched(this.form) ? "" : JSON.stringify(contents(this.form));
      if (text === this.sent) {
        this.dirty = false;
        return;
      }
      this.saving?.abort();
      const saving = (this.saving = new AbortController());
      this.dirty = false;
      try {
        // What is sent while the page goes away may be 64 KiB at most.
        const keepalive = leaving && text.length < 20000;
        const answer = await post("/unsent", { place: this.place, text }, { signal: saving.signal, keepalive });
        if (!answer.ok) throw new Error(await answer.text());
        this.sent = text;
        this.retry = 1000;
        this.say(text ? "Saved as you type." : "");
      } catch (error) {
        if (error.name === "AbortError") return;
        this.dirty = true;
        this.say(`Not saved: ${navigator.onLine && error.message.length < 300 && !(error instanceof TypeError) ? error.message : "the studio cannot be reached."}`, true);
        this.timer = setTimeout(() => this.now(), this.retry);
        this.retry = Math.min(2 * this.retry, 16000);
      }
    }

    async restore() {
      let kept;
      try {
        const answer = await fetch(`/unsent?place=${encodeURIComponent(this.place)}`, { headers: { Accept: "application/json" } });
        if (!answer.ok) return;
        kept = await answer.json();
        if (!kept.text || this.dirty || !untouched(this.form)) return;
        const values = JSON.parse(kept.text);
        this.sent = kept.text;
        fill(this.form, values);
        const fold = this.form.closest("details");
        if (fold) fold.open = true;
      } catch {
        return;
      }
      const when = new Date(kept.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
      this.say(`Here is what you had not sent (${when}).`);
      const discard = document.createElement("button");
      discard.type = "button";
      discard.className = "quiet";
      discard.append("Discard");
      discard.addEventListener("click", () => {
        this.form.reset();
        this.form.dispatchEvent(new Event("input", { bubbles: true }));
        this.dirty = true;
        this.now();
      });
      this.note.append(discard);
    }

    say(text, wrong = false) {
      this.note.classList.toggle("wrong", wrong);
      this.note.replaceChildren(text);
    }
  }

  // A page that is left with a form cannot bring anything back if the studio does not answer, and
  // the studio must know what stands in its other forms: all is saved first, and no save of the
  // form's own may arrive after it has.
  const leaving = new WeakSet();
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.matches("[hx-post], [hx-put]")) return;
    const here = [...autosaves].filter((one) => one.form.isConnected);
    const own = here.find((one) => one.form === form);
    const waits = here.filter((one) => one.dirty || one.pending);
    if (leaving.delete(form) || !waits.length) {
      own?.stop();
      return;
    }
    event.preventDefault();
    const saved = Promise.all(waits.map((one) => (one.dirty ? one.now() : one.pending)));
    await Promise.race([saved, new Promise((done) => setTimeout(done, 2000))]);
    own?.stop();
    leaving.add(form);
    agreed.add(form);
    form.requestSubmit(event.submitter);
  });

  // --- small things ---

  const seen = new WeakSet();
  const agreed = new WeakSet();

  function prepare(root) {
    for (const form of root.querySelectorAll("form[data-autosave]")) {
      if (!seen.has(form)) new Autosave(form);
      seen.add(form);
    }
    for (const time of root.querySelectorAll("time[datetime]")) {
      const at = new Date(time.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      time.title = time.title || time.textContent;
      time.textContent = at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    }
    const shown = root.querySelectorAll("[data-theme-toggle], [data-copy]");
    for (const element of shown) element.hidden = false;
    offerHelp();
  }

  document.addEventListener("click", async (event) => {
    const element = event.target instanceof Element ? event.target.closest("button, a, input") : null;
    if (!element) return;
    if (element.matches("[data-theme-toggle]")) {
      const root = document.documentElement;
      const dark = root.dataset.theme
        ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      document.cookie = `tamis_theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
    } else if (element.matches("[data-help]")) {
      help();
    } else if (element.matches("[data-copy]")) {
      const field = document.querySelector(element.dataset.copy);
      try {
        await navigator.clipboard.writeText(field.value);
        say("Copied.");
      } catch {
        field.focus();
        field.select();
        say("Press Ctrl+C to copy the marked link.");
      }
    }
  });
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.matches("[data-select]")) event.target.select();
  });
  document.addEventListener(
    "submit",
    (event) => {
      const asked = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
      if (agreed.delete(event.target)) return;
      if (asked && !confirm(asked)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
  document.addEventListener("htmx:load", (event) => prepare(event.target.parentNode ?? event.target));

  window.TamisStudio = Object.freeze({ key, say, post, prepare });
  for (const message of live.querySelectorAll(".message")) addClose(message);
  prepare(document);
})();
