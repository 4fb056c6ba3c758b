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
    standAtProblem(form);
    forgetWhatIsChanged(form);
    openComments(form);
    countSeconds(form);
  });

  // After a refusal the keyboard stands where something is to be changed.
  function standAtProblem(form) {
    const refused = document.querySelector("[data-first]");
    const wrong = refused ?? form.querySelector('[aria-invalid="true"], .problem:not([hidden])');
    if (wrong) {
      const field = wrong.matches("fieldset") ? wrong.querySelector("input") : wrong.matches("[aria-invalid]") ? wrong : null;
      (field ?? refused)?.focus({ preventScroll: true });
      wrong.scrollIntoView({ block: "center" });
    }
  }

  // A field that is changed is no longer marked, and what is left to change is counted. A field
  // names its problems in aria-describedby, and so does a field that another one's problem hangs on.
  function forgetWhatIsChanged(form) {
    const toChange = document.querySelector("[data-to-change]");

    const recount = () => {
      const left = form.querySelectorAll("[data-problem]").length;
      if (!toChange?.isConnected) return;
      if (!left) {
        toChange.remove();
        return;
      }
      const said = `${left} ${left === 1 ? "thing is" : "things are"}`;
      const span = toChange.querySelector("span");
      if (span.textContent === said) return;
      toChange.setAttribute("role", "status");
      span.textContent = said;
    };

    const describedBy = (element) => (element.getAttribute("aria-describedby") ?? "").split(/\s+/).filter(Boolean);

    const clear = (problem) => {
      problem.hidden = true;
      problem.classList.remove("problem");
      problem.removeAttribute("data-problem");
      problem.textContent = "";
      for (const field of form.querySelectorAll(`[aria-describedby~="${CSS.escape(problem.id)}"]`)) {
        const others = describedBy(field).some((id) => document.getElementById(id)?.matches("[data-problem]"));
        if (!others) field.removeAttribute("aria-invalid");
      }
    };

    const changed = (event) => {
      const field = event.target;
      if (!(field instanceof Element) || field === form || !form.contains(field)) return;
      const described = [field, field.closest("fieldset[aria-describedby]")].filter(Boolean);
      const problems = described.flatMap(describedBy).map((id) => document.getElementById(id)).filter((one) => one?.matches("[data-problem]"));
      problems.forEach(clear);
      if (problems.length) recount();
    };
    // Not on `change`: it comes with the press of a button, which would move away from the pointer.
    form.addEventListener("input", changed);
    // The check of a form that is checked while one types counts anew.
    form.addEventListener("htmx:afterSettle", recount);
  }

  // A comment is begun where it is shown, at once: the next key pressed may belong to it, and
  // the event `toggle` comes later.
  function openComments(form) {
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
  }

  // Only the time in which the page was looked at counts, over reloads as well.
  function countSeconds(form) {
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
