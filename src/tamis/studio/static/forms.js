// Forms: what is typed is kept, and what is sent is sent until the studio has answered.
"use strict";

(() => {
  const { post, say, prepare, onPart } = window.TamisStudio;
  const person = document.querySelector('meta[name="person"]').content;

  // --- what a form holds ---

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
    form.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: values }));
  }

  // --- copies in this browser, until the studio has confirmed what they hold ---

  const COPIES = "tamis:typed:";
  const DAYS = 30;

  class Copy {
    constructor(name) {
      this.name = `${COPIES}${person}:${name}`;
    }

    read() {
      try {
        return JSON.parse(localStorage.getItem(this.name));
      } catch {
        return null;
      }
    }

    // Storage may be full or switched off: the page itself is then all that there is.
    write(text) {
      try {
        localStorage.setItem(this.name, JSON.stringify({ text, at: Date.now() }));
      } catch {
        return false;
      }
      return true;
    }

    // Another tab may have written something else since.
    confirmed(text) {
      if (this.read()?.text === text) this.remove();
    }

    remove() {
      try {
        localStorage.removeItem(this.name);
      } catch {
        // As above.
      }
    }
  }

  function forgetOldCopies() {
    try {
      for (const name of Object.keys(localStorage).filter((one) => one.startsWith(COPIES))) {
        const at = JSON.parse(localStorage.getItem(name))?.at ?? 0;
        if (Date.now() - at > DAYS * 86_400_000) localStorage.removeItem(name);
      }
    } catch {
      // As above.
    }
  }

  // --- requests that last ---

  const FIRST_WAIT = 1000;
  const LONGEST_WAIT = 5000;
  const LONGEST_ANSWER = 60000;
  const LONGEST_SAVE = 10000;

  // The studio, or what stands before it, is not there or too busy: nothing was done.
  const away = (status) => status === 502 || status === 503 || status === 504;

  // As `fetch`, but says how much of the files has been sent.
  function upload(told) {
    return (url, { method, body, headers }) => new Promise((done, failed) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.responseType = "blob";
      request.upload.addEventListener("progress", ({ loaded, total }) => told(total ? loaded / total : 0));
      request.addEventListener("load", () => {
        const lines = request.getAllResponseHeaders().trim().split(/[\r\n]+/);
        const headers = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
        done(new Response(request.status === 204 ? null : request.response, { status: request.status, headers }));
      });
      for (const lost of ["error", "abort", "timeout"]) request.addEventListener(lost, () => failed(new TypeError(lost)));
      request.send(body);
    });
  }

  // A field for files that holds none is none.
  const texts = (data) => [...data].filter(([, value]) => !(value instanceof File));

  const hasFiles = (data) => [...data.values()].some((value) => value instanceof File && value.name);

  const percent = (share) => (share < 1 ? `Sending: ${Math.floor(100 * share)}%` : "Sent; the studio is reading");

  // A key for what is sent: the same again has the same key, and is carried out once.
  const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");

  // The studio's answer, however long that takes; `told` hears what is happening. `hurry` holds
  // what ends a wait between two attempts.
  async function sendUntilAnswered(url, dataNow, told, hurry = {}) {
    let key = "";
    let before = "";
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      const data = dataNow();
      const files = hasFiles(data);
      const text = JSON.stringify([...data].map(([name, value]) => [name, value instanceof File ? [value.name, value.size, value.lastModified] : value]));
      if (text !== before) key = newKey();
      before = text;
      const slow = setTimeout(() => told("Sending …"), 1000);
      try {
        const answer = await post(url, files ? data : texts(data), {
          headers: { "X-Tamis-Send": key, Accept: "text/html" },
          ...(files ? { way: upload((share) => told(percent(share))) } : { signal: AbortSignal.timeout(LONGEST_ANSWER) }),
        });
        if (!away(answer.status)) return answer;
      } catch {
        // No answer: sent again below.
      } finally {
        clearTimeout(slow);
      }
      told("", true);
      await new Promise((done) => {
        hurry.now = done;
        setTimeout(done, wait);
        window.addEventListener("online", done, { once: true });
      });
    }
  }

  // --- forms ---

  const known = new Map();

  class Form {
    constructor(form) {
      this.form = form;
      this.place = form.dataset.autosave ?? "";
      const typed = fieldsOf(form).length > 0 && !hasPassword(form);
      this.copy = typed ? new Copy(this.place || form.getAttribute("action")) : null;
      this.dirty = false;
      this.sending = false;
      this.hurry = {};
      this.before = Promise.resolve();
      this.note = document.createElement("p");
      this.note.className = "autosave";
      this.note.setAttribute("role", "status");
      this.note.hidden = !this.place;
      form.append(this.note);
      if (this.place) this.watch();
      if (this.copy) this.restore();
    }

    say(text, wrong = false) {
      this.note.hidden = !this.place && !text;
      this.note.classList.toggle("wrong", wrong);
      // Not again what a screen reader has read.
      if (this.note.textContent !== text) this.note.replaceChildren(text);
    }

    // --- saved as it is typed ---

    watch() {
      this.timer = 0;
      this.saved = null;
      this.saving = null;
      this.wait = FIRST_WAIT;
      this.form.addEventListener("input", (event) => {
        if (event.isTrusted || event.target !== this.form) this.later();
      });
      this.form.addEventListener("change", () => this.later());
      this.form.addEventListener("focusout", () => this.now());
      document.addEventListener("visibilitychange", () => document.hidden && this.now(true));
      window.addEventListener("pagehide", () => this.now(true));
      window.addEventListener("online", () => this.now());
    }

    text() {
      return untouched(this.form) ? "" : JSON.stringify(contents(this.form));
    }

    later() {
      clearTimeout(this.timer);
      this.dirty = true;
      this.copy?.write(this.text());
      this.timer = setTimeout(() => this.now(), 700);
    }

    stop() {
      clearTimeout(this.timer);
      this.dirty = false;
      this.saving?.abort();
    }

    // One after another: of two that are on their way the older may arrive last. Only a page that
    // goes away cannot wait; the copy in this browser then has what is newest.
    now(leaving = false) {
      const before = leaving ? null : this.pending;
      const saving = (before ? before.then(() => this.save()) : this.save(leaving)).finally(() => {
        if (this.pending === saving) this.pending = null;
      });
      this.pending = saving;
      return saving;
    }

    async save(leaving = false) {
      clearTimeout(this.timer);
      // No save may arrive after the form itself has.
      if (!this.dirty || this.sending || !this.form.isConnected) return;
      const text = this.text();
      if (text === this.saved) {
        this.dirty = false;
        this.copy?.confirmed(text);
        return;
      }
      const saving = (this.saving = new AbortController());
      const late = setTimeout(() => saving.abort(new Error("no answer")), LONGEST_SAVE);
      this.dirty = false;
      let refused = "";
      try {
        // What is sent while the page goes away may be 64 KiB at most.
        const keepalive = leaving && text.length < 20000;
        const answer = await post("/unsent", { place: this.place, text }, { signal: saving.signal, keepalive });
        if (!answer.ok) {
          refused = away(answer.status) ? "" : await answer.text();
          throw new Error();
        }
        this.saved = text;
        this.wait = FIRST_WAIT;
        this.copy?.confirmed(text);
        // Of what was filled in the note says when it was typed, until something else is.
        if (text !== this.shown) this.say(text ? "Saved as you type." : "");
      } catch (error) {
        if (error.name === "AbortError") return;
        this.dirty = true;
        this.say(refused && refused.length < 300 ? `Not saved: ${refused}` : this.away(), true);
        this.timer = setTimeout(() => this.now(), this.wait);
        this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
      } finally {
        clearTimeout(late);
      }
    }

    away() {
      if (!this.copy) return "Not sent yet, trying again: the studio cannot be reached.";
      const kept = this.copy.write(this.text() || JSON.stringify(contents(this.form)));
      return `Not saved yet, trying again: the studio cannot be reached. ${kept ? "What you typed is kept in this browser." : "Keep this page open."}`;
    }

    // --- filled again when it is opened anew ---

    async restore() {
      const versions = [];
      const here = this.copy.read();
      if (here?.text) versions.push(here);
      if (this.place) {
        try {
          const answer = await fetch(`/unsent?place=${encodeURIComponent(this.place)}`, { headers: { Accept: "application/json" } });
          const there = answer.ok ? await answer.json() : {};
          if (there.text) this.saved = there.text;
          if (there.text && there.text !== here?.text) versions.push({ text: there.text, at: Date.parse(there.at) });
        } catch {
          // The copy in this browser is there all the same.
        }
      }
      versions.sort((a, b) => b.at - a.at);
      if (!versions.length || this.dirty || this.sending || !untouched(this.form)) return;
      if (versions[0].text === JSON.stringify(contents(this.form))) return;
      this.show(versions);
    }

    show([version, other]) {
      try {
        fill(this.form, JSON.parse(version.text));
      } catch {
        return;
      }
      this.shown = version.text;
      const fold = this.form.closest("details");
      if (fold) fold.open = true;
      if (this.place && version.text !== this.saved) this.later();
      const when = new Date(version.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
      this.say(`Here is what you had not sent (${when}).`);
      if (other) this.offer("Show the other version", () => this.show([other, version]));
      this.offer("Discard", () => {
        this.copy.remove();
        this.form.reset();
        this.form.dispatchEvent(new Event("input", { bubbles: true }));
        this.say("");
        if (!this.place) return;
        this.dirty = true;
        this.now();
      });
    }

    offer(name, run) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet";
      button.append(name);
      button.addEventListener("click", run);
      this.note.append(button);
    }

    // --- sent ---

    async send(submitter) {
      this.submitter = submitter;
      // A second click is no second form; while the studio is away it is an attempt at once.
      if (this.sending) {
        this.hurry.now?.();
        return;
      }
      this.sending = true;
      await this.before;
      await allSaved(this);
      this.stop();
      const url = submitter?.getAttribute("formaction") ?? this.form.getAttribute("action");
      let typed = "";
      const answer = await sendUntilAnswered(
        url,
        () => {
          typed = JSON.stringify(contents(this.form));
          return this.data();
        },
        (text, lost) => this.say(lost ? this.away() : text, lost),
        this.hurry,
      );
      this.say("");
      const go = answer.headers.get("X-Tamis-Go");
      if (go !== null) {
        this.copy?.confirmed(typed);
        leave(go);
        return;
      }
      this.sending = false;
      if (/^attachment/.test(answer.headers.get("Content-Disposition") ?? "")) {
        await download(answer);
      } else if (answer.headers.get("Content-Type")?.startsWith("text/html")) {
        if (answer.ok) this.copy?.confirmed(typed);
        showPage(await answer.text());
      } else {
        say((await answer.text()) || `The studio refused this (${answer.status}).`, "wrong");
        if (this.place) this.later();
      }
    }

    data() {
      const data = new FormData(this.form);
      if (this.submitter?.name) data.append(this.submitter.name, this.submitter.value);
      return data;
    }
  }

  // The studio must know what stands in the page's other forms before one of them is sent, and no
  // save of that one may come after it.
  async function allSaved(own) {
    const others = [...known.values()].filter((one) => one !== own && one.place && one.form.isConnected);
    const saves = [own.pending, ...others.map((one) => (one.dirty ? one.now() : one.pending))];
    await Promise.race([Promise.all(saves), new Promise((done) => setTimeout(done, 2000))]);
  }

  const hasPassword = (form) => form.querySelector('input[type="password"]') !== null;

  // Where the next page is this one, a browser would put back what stood in its fields. Passwords
  // are for the browser to remember.
  function leave(url) {
    for (const form of document.forms) if (!hasPassword(form)) form.setAttribute("autocomplete", "off");
    location.assign(url);
  }

  // A page that answers a form is of the same kind, with the same scripts: only what it shows is
  // put in place of what is here.
  function showPage(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    document.title = fresh.title;
    document.body.className = fresh.body.className;
    window.scrollTo(0, 0);
    for (const id of ["live", "main"]) {
      const part = document.importNode(fresh.getElementById(id), true);
      document.getElementById(id).replaceWith(part);
      window.htmx.process(part);
      prepare(part);
    }
    window.dispatchEvent(new Event("tamis:shown"));
    // Unless a script of the page knows better where to go on.
    const first = document.querySelector("main .problem[role=alert], main [autofocus]");
    if (first && document.activeElement === document.body) {
      if (!first.matches("[autofocus]")) first.tabIndex = -1;
      first.focus();
    }
  }

  async function download(answer) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = /filename="([^"]*)"/.exec(answer.headers.get("Content-Disposition"))?.[1] ?? "";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function formOf(form) {
    if (!known.has(form)) known.set(form, new Form(form));
    return known.get(form);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    event.preventDefault();
    formOf(form).send(event.submitter);
  });

  // Files cannot be kept in the browser.
  window.addEventListener("beforeunload", (event) => {
    const waits = [...known.values()].some((one) => one.sending && !one.note.hidden && one.note.classList.contains("wrong") && hasFiles(one.data()));
    if (waits) event.preventDefault();
  });

  forgetOldCopies();
  onPart((root) => {
    for (const form of known.keys()) if (!form.isConnected) known.delete(form);
    for (const form of root.querySelectorAll('form[method="post"]')) formOf(form);
  });

  // A form that is sent waits for `promise`, such as its files.
  function waitFor(form, promise) {
    formOf(form).before = promise;
  }

  window.TamisForms = Object.freeze({ sendUntilAnswered, waitFor });
})();
