// The authoring form of fan-out questions: its shape is saved with what is typed.
"use strict";

(() => {
  const seen = new WeakSet();
  window.TamisStudio.onPart(() => {
    const wrap = document.querySelector("[data-fanout]");
    if (!wrap || seen.has(wrap)) return;
    seen.add(wrap);
    begin(wrap, wrap.closest("form"));
  });

  function begin(wrap, form) {
    const shape = wrap.querySelector('textarea[name="shape"]');
    const parts = () => wrap.querySelector("#fanout-parts");
    let restoring = false;

    const mark = () => {
      for (const slot of wrap.querySelectorAll(".fan-slot")) {
        const field = document.getElementById(slot.id.slice("p-".length));
        if (!field) continue;
        if (slot.matches("[data-problem]")) field.setAttribute("aria-invalid", "true");
        else field.removeAttribute("aria-invalid");
      }
    };

    // What is swapped in counts as untouched: the changing shape says that the form is not.
    wrap.addEventListener("htmx:afterSettle", (event) => {
      mark();
      if (event.detail.target?.id !== "fanout-parts" && event.target.id !== "fanout-parts") return;
      shape.value = `${parts().dataset.shape} @${Date.now()}`;
      shape.dispatchEvent(new Event("change", { bubbles: true }));
    });

    // What was not sent is filled into the fields that are there; others have to be made first.
    form.addEventListener("input", async (event) => {
      if (event.target !== form || !event.detail || restoring) return;
      const kept = shape.value.split(" @")[0];
      if (kept === parts().dataset.shape) return;
      restoring = true;
      try {
        const values = { ...event.detail, do: "show" };
        await htmx.ajax("POST", "/annotating/forms/fanout_question/check", { source: wrap, target: "#fanout-parts", swap: "outerHTML", values });
      } catch {
        TamisStudio.say("What you had not sent could not be shown: load the page again.", "wrong");
      } finally {
        restoring = false;
      }
    });

    // Discarding what was restored: the page as the studio has it.
    form.addEventListener("reset", () => {
      TamisStudio.post("/unsent", { place: form.dataset.autosave, text: "" }).then(() => location.reload());
    });
  }
})();
