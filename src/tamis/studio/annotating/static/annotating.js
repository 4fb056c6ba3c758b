// A form that is filled with the keyboard alone, and the time that it took.
"use strict";

(() => {
  // Digits and Ctrl+Enter are shortcuts of the page. Enter saves too, unless it has a meaning
  // where it is pressed: in a text, on a button, on a link.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target;
    const choice = target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type) && target.form?.matches("[data-annotate]");
    if (!choice && target !== document.body && target.id !== "main") return;
    const form = document.querySelector("form[data-annotate]");
    if (!form) return;
    event.preventDefault();
    form.requestSubmit();
  });

  const seen = new WeakSet();
  window.TamisStudio.onPart(() => {
    const form = document.querySelector("form[data-annotate]");
    if (!form || seen.has(form)) return;
    seen.add(form);
    begin(form);
  });

  function begin(form) {
    // After a refusal the keyboard stands where something is to be changed.
    const refused = document.querySelector("[data-first]");
    const wrong = refused ?? form.querySelector('[aria-invalid="true"], .problem:not([hidden])');
    if (wrong) {
      const marked = wrong.matches("[aria-invalid]") ? wrong : null;
      const described = marked ?? (wrong.id ? form.querySelector(`[aria-describedby~="${CSS.escape(wrong.id)}"]`) : null);
      const field = described?.matches("fieldset") ? described.querySelector("input") : described;
      field?.setAttribute("aria-invalid", "true");
      (field ?? refused)?.focus({ preventScroll: true });
      wrong.scrollIntoView({ block: "center" });
    }

    // A comment is begun where it is shown, at once: the next key pressed may belong to it, and
    // the event `toggle` comes later.
    for (const details of form.querySelectorAll("details.aside")) {
      details.querySelector("summary").addEventListener("click", (event) => {
        if (details.open) return;
        event.preventDefault();
        details.open = true;
        details.querySelector("textarea")?.focus();
      });
      form.addEventListener("input", () => {
        if (details.querySelector("textarea")?.value) details.open = true;
      });
    }

    // Only the time in which the page was looked at counts, over reloads as well.
    const field = form.querySelector("[data-seconds]");
    if (!field) return;
    const name = `tamis:seconds:${field.dataset.seconds}`;
    let spent = 0;
    try {
      spent = Number(sessionStorage.getItem(name)) || 0;
    } catch {
      // Storage may be switched off.
    }
    let since = document.hidden ? null : performance.now();
    const count = () => {
      if (!form.isConnected) return;
      if (since !== null) {
        const moment = performance.now();
        spent += (moment - since) / 1000;
        since = moment;
      }
      try {
        sessionStorage.setItem(name, String(spent));
      } catch {
        // As above.
      }
      field.value = spent.toFixed(1);
    };
    document.addEventListener("visibilitychange", () => {
      count();
      since = document.hidden ? null : performance.now();
    });
    window.addEventListener("pagehide", count);
    form.addEventListener("submit", count, true);
  }
})();
