// Files: chosen or dropped, sent at once, and what was refused is told until it is closed.
"use strict";

(() => {
  const { onPart, say } = window.TamisStudio;
  const { sendUntilAnswered, waitFor } = window.TamisForms;
  const AT_ONCE = 10;

  // A file that is dropped beside its place would take the place of the page.
  for (const name of ["dragover", "drop"]) {
    window.addEventListener(name, (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
  }

  function takeDrops(input) {
    const zone = input.form;
    let inside = 0;
    const mark = () => zone.classList.toggle("dropping", inside > 0);
    zone.addEventListener("dragenter", () => mark((inside += 1)));
    zone.addEventListener("dragleave", () => mark((inside -= 1)));
    zone.addEventListener("drop", (event) => {
      mark((inside = 0));
      if (!event.dataTransfer.files.length) return;
      input.files = event.dataTransfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  // --- papers: added to the shelf without leaving the page ---

  // As many at once as the studio takes in one request.
  function batches(files, most) {
    const found = [];
    let size = 0;
    for (const file of files) {
      const last = found.at(-1);
      if (!last || last.length === AT_ONCE || size + file.size > most) {
        found.push([file]);
        size = file.size;
      } else {
        last.push(file);
        size += file.size;
      }
    }
    return found;
  }

  function addOnceChosen(input) {
    const form = input.form;
    const told = form.querySelector("[data-uploading]");
    // Beside the files, a request has its other fields.
    const most = Number(input.dataset.most) - 100_000;
    let before = Promise.resolve();
    form.querySelector("[data-adds]").hidden = true;
    input.addEventListener("change", () => {
      const files = [...input.files];
      input.value = "";
      if (!files.length) return;
      const large = files.filter((file) => file.size > most);
      refuse(large.map((file) => `${file.name} is larger than the ${Math.floor(most / 1_000_000)} MB that are taken at once.`));
      const parts = batches(files.filter((file) => file.size <= most), most);
      before = before.then(() => addAll(form, parts, told));
      waitFor(form, before);
    });
  }

  async function addAll(form, parts, told) {
    let done = 0;
    const count = parts.flat().length;
    for (const files of parts) {
      const which = files.length === 1 ? files[0].name : `files ${done + 1} to ${done + files.length}`;
      await add(form, files, (text, lost) => {
        told.classList.toggle("wrong", Boolean(lost));
        told.textContent = lost ? `Not added yet, trying again: the studio cannot be reached (${which}).` : `Adding ${which}${count > files.length ? ` of ${count}` : ""}. ${text}`;
      });
      done += files.length;
    }
    told.classList.remove("wrong");
    told.textContent = "";
  }

  async function add(form, files, told) {
    const data = () => {
      const data = new FormData();
      data.append("act", "add");
      data.append("question", form.elements.question.value);
      for (const file of files) data.append("files", file);
      return data;
    };
    told("");
    const answer = await sendUntilAnswered(form.getAttribute("action"), data, told);
    let text = await answer.text();
    if (answer.headers.has("X-Tamis-Go")) text = await (await fetch(form.getAttribute("action"))).text();
    else if (!answer.headers.get("Content-Type").startsWith("text/html")) return say(text, "wrong");
    const fresh = new DOMParser().parseFromString(text, "text/html");
    for (const id of ["shelf", "questions"]) {
      document.getElementById(id).replaceWith(document.importNode(fresh.getElementById(id), true));
    }
    window.TamisStudio.prepare(document.getElementById("questions"));
    refuse([...fresh.querySelectorAll("#refused li")].map((one) => one.textContent));
  }

  // --- what was refused, until it is closed ---

  let refused = [];

  function refuse(reasons) {
    refused.push(...reasons);
    showRefused();
  }

  function showRefused() {
    const box = document.getElementById("refused");
    if (!box) return;
    const lines = refused.map((reason) => {
      const line = document.createElement("li");
      line.dir = "auto";
      line.append(reason);
      return line;
    });
    box.querySelector("ul").replaceChildren(...lines);
    box.querySelector("[data-close]").hidden = false;
    box.hidden = !refused.length;
  }

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.matches("#refused [data-close]")) return;
    refused = [];
    showRefused();
  });

  const seen = new WeakSet();
  onPart(() => {
    for (const input of document.querySelectorAll("input[type=file][data-drop]")) {
      if (seen.has(input)) continue;
      seen.add(input);
      takeDrops(input);
      if (input.form.querySelector("[data-adds]")) addOnceChosen(input);
    }
    const box = document.getElementById("refused");
    if (!box || seen.has(box)) return;
    seen.add(box);
    refuse([...box.querySelectorAll("li")].map((one) => one.textContent));
  });
})();
