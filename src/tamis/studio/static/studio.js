// What every page of the studio has: the token, messages, shortcuts, the theme.
"use strict";

(() => {
  const meta = document.querySelector('meta[name="csrf"]');

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

  // `way` is what sends: fetch, or what can say how far it has come.
  async function post(url, data, { headers, way = fetch, ...options } = {}) {
    const send = () =>
      way(url, {
        method: "POST",
        body: data instanceof FormData ? data : new URLSearchParams(data),
        headers: { "X-CSRF-Token": token(), ...(headers ?? { Accept: "text/plain", "HX-Request": "true" }) },
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
    document.getElementById("live").replaceChildren(message);
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

  // --- small things ---

  // What other scripts do with each part of a page when it comes.
  const preparing = [];

  function onPart(run) {
    preparing.push(run);
    run(document);
  }

  function prepare(root) {
    for (const run of preparing) run(root);
    for (const message of root.querySelectorAll(".message:not(:has(button))")) addClose(message);
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
      if (asked && !confirm(asked)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
  document.addEventListener("htmx:load", (event) => prepare(event.target.parentNode ?? event.target));

  window.TamisStudio = Object.freeze({ key, say, post, prepare, onPart });
  prepare(document);
})();
