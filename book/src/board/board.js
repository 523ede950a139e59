// Makes boards playable. All that is known of a game comes in the tables of a board: which control leads from which part
// of a position to which parts, and what each part is worth. Nothing here knows a rule; values are looked up and added.
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  // Milliseconds, so that one sees who moves.
  const PAUSE = 600;

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  function make(parent, tag, className, text) {
    const element = document.createElement(tag);
    element.className = className;
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  // The tables: positions are lists of states.
  class Tables {
    constructor({ worth, states, controls, start }) {
      Object.assign(this, { controls, start, unit: worth.unit, misere: worth.are === "misere-heaps" });
      this.states = states.map(([value, size, name, still, moves]) => ({
        value, size, name, still, moves: moves.map(([control, ...to]) => ({ control, to })),
      }));
    }

    total(position) {
      const values = this.values(position);
      if (this.unit) return values.reduce((sum, value) => sum + value, 0);
      return this.nimSum(position) ^ (this.misere && !this.isRich(position) ? 1 : 0);
    }

    values(position) {
      return position.map((state) => this.states[state].value);
    }

    nimSum(position) {
      return this.values(position).reduce((sum, value) => sum ^ value, 0);
    }

    isRich(position) {
      return this.values(position).some((value) => value > 1);
    }

    // All moves of a side; of both if there are no sides.
    moves(position, side) {
      const found = [];
      position.forEach((state, at) => {
        for (const { control, to } of this.states[state].moves) {
          const owner = this.controls[control].side;
          if (owner && owner !== side) continue;
          const after = [...position.slice(0, at), ...to, ...position.slice(at + 1)];
          const left = to.reduce((sum, part) => sum + this.states[part].size, 0);
          found.push({ control, after, left, take: this.states[state].size - left, total: this.total(after) });
        }
      });
      return found;
    }

    wins(total, side) {
      if (!this.unit) return total === 0;
      return side === "left" ? total >= 0 : total <= 0;
    }

    winning(position, side) {
      return this.moves(position, side).filter((move) => this.wins(move.total, side));
    }

    // The move of a perfect player: a winning one if there is one, else the one that leaves the fewest winning answers.
    best(position, side) {
      const answers = (move) => this.winning(move.after, side).length;
      const rank = this.unit
        ? (move) => [side === "left" ? -move.total : move.total, move.take]
        : (move) => (this.wins(move.total, side) ? [-1, -move.take] : [answers(move), move.take]);
      let best = null;
      for (const move of this.moves(position, side)) {
        const [first, second] = rank(move);
        if (!best || first < best.first || (first === best.first && second < best.second)) best = { move, first, second };
      }
      return best && best.move;
    }

    // The controls that are seen in a position.
    seen(position) {
      const parts = position.map((state) => this.states[state]);
      return new Set(parts.flatMap((part) => [...part.still, ...part.moves.map((move) => move.control)]));
    }

    write(value) {
      if (!this.unit) return String(value);
      let [above, below] = [value, this.unit];
      while (below > 1 && above % 2 === 0) [above, below] = [above / 2, below / 2];
      return (below > 1 ? `${above}/${below}` : String(above)).replace("-", "−");
    }

    bits(values) {
      const length = Math.max(...values).toString(2).length;
      return values.map((value) => value.toString(2).padStart(length, "0"));
    }
  }

  class Board {
    constructor(root, data) {
      Object.assign(this, { root, words: data.words, game: data.game, tables: new Tables(data), youStart: true });
      this.side = this.tables.unit ? "left" : undefined;
      root.querySelector(".agon-still").classList.add("agon-print");
      // Keys belong to the board, not to JupyterLab.
      root.dataset.lmSuppressShortcuts = "true";
      const live = make(root, "div", `agon-live agon-${data.game.key}`);
      const head = make(live, "p", "agon-head");
      make(head, "strong", "", data.game.name);
      this.position_text = make(head, "span", "agon-position");
      make(live, "p", "agon-rules", data.rules);
      this.field = make(make(live, "div", "agon-scroll"), "div", "agon-field");
      this.field.setAttribute("role", "group");
      this.field.setAttribute("aria-label", `${data.game.name}, ${this.words.field} (${this.words.keys})`);
      this.field.tabIndex = -1;
      this.lay(data);
      this.status = make(live, "div", "agon-status");
      this.status.setAttribute("role", "status");
      const first = make(live, "div", "agon-tools");
      this.hintButton = this.button(first, "hint", () => this.hint());
      this.whyButton = this.button(first, "why", () => this.explain(!this.explains));
      this.undoButton = this.button(first, "undo", () => this.undo());
      this.againButton = this.button(first, "again", () => this.begin());
      const second = make(live, "div", "agon-tools agon-choices");
      const start = (youStart) => () => { this.youStart = youStart; this.begin(); };
      this.choices = [
        [this.button(second, "you_start", start(true)), () => this.youStart],
        [this.button(second, "agon_starts", start(false)), () => !this.youStart],
      ];
      if (this.side) {
        const play = (side) => () => { this.side = side; this.begin(); };
        this.choices.push(
          [this.button(second, "you_blue", play("left")), () => this.side === "left"],
          [this.button(second, "you_red", play("right")), () => this.side === "right"],
        );
      }
      this.reasons = make(live, "div", "agon-reasons");
      this.reasons.hidden = true;
      this.field.addEventListener("keydown", (event) => this.key(event));
      this.begin();
    }

    button(parent, word, act) {
      const button = make(parent, "button", `agon-button agon-do-${word}`, this.words[word]);
      button.type = "button";
      button.addEventListener("click", act);
      return button;
    }

    // Controls.

    lay({ controls, drawing }) {
      const rows = new Map();
      if (drawing) this.draw(controls, drawing);
      this.buttons = controls.map((control, index) => {
        const { kind, row, column, place } = control;
        let parent = this.field;
        if (["counter", "pin", "pair"].includes(kind)) {
          if (!rows.has(row)) {
            const line = make(this.field, "div", "agon-row");
            make(line, "span", "agon-size").setAttribute("aria-hidden", "true");
            rows.set(row, make(line, "div", "agon-things"));
          }
          parent = rows.get(row);
        }
        const button = make(parent, "button", "");
        button.type = "button";
        const across = kind === "pair" ? 2 * column : 2 * column - 1;
        if (kind === "pin" || kind === "pair") button.style.gridArea = `${kind === "pin" ? 1 : 2} / ${across} / auto / span 2`;
        if (kind === "square") button.style.gridArea = `${row} / ${column}`;
        if (kind === "cell") button.style.gridArea = `${row + 2} / ${column + 2}`;
        if (place) Object.assign(button.style, { left: `${place.at[0]}px`, top: `${place.at[1]}px` });
        button.addEventListener("click", () => this.choose(index));
        for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => this.foresee(index));
        for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => this.foresee(null));
        return button;
      });
      this.rows = rows;
      const cells = controls.filter((control) => control.kind === "cell");
      for (const axis of ["row", "column"]) {
        for (const at of new Set(cells.map((cell) => cell[axis]))) {
          const number = make(this.field, "span", "agon-axis", String(at));
          number.setAttribute("aria-hidden", "true");
          number.style.gridArea = axis === "row" ? `${at + 2} / 1` : `1 / ${at + 2}`;
        }
      }
    }

    draw(controls, { width, height, ground }) {
      Object.assign(this.field.style, { width: `${width}px`, height: `${height}px` });
      const svg = document.createElementNS(SVG, "svg");
      const shape = (name, attributes) => {
        const element = document.createElementNS(SVG, name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        svg.append(element);
        return element;
      };
      for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" })) {
        svg.setAttribute(key, value);
      }
      shape("path", { d: `M0 ${ground}H${width}`, class: "agon-ground" });
      this.curves = controls.map(({ side, place }, index) => {
        const curve = shape("path", { d: place.path, class: `agon-edge agon-${side || "both"}` });
        const wide = shape("path", { d: place.path, class: "agon-reach" });
        wide.addEventListener("click", () => this.choose(index));
        wide.addEventListener("pointerenter", () => this.foresee(index));
        wide.addEventListener("pointerleave", () => this.foresee(null));
        // The ends of the edge that are not on the ground.
        const numbers = place.path.match(/-?\d+/g).map(Number);
        const ends = [numbers.slice(0, 2), numbers.slice(-2)].filter(([, y]) => y < ground);
        return [curve, wide, ...ends.map(([cx, cy]) => shape("circle", { cx, cy, r: 5, class: "agon-knot" }))];
      });
      this.field.append(svg);
    }

    label(move) {
      const { kind, row, column, name, side } = this.tables.controls[move.control];
      const pattern = kind === "counter" ? this.game.counter
        : kind === "edge" && side ? this.words[side === "left" ? "blue_edge" : "red_edge"]
        : this.words[kind];
      return fill(pattern, { row, column, next: column + 1, name, take: move.take, left: move.left });
    }

    // The course of a game.

    begin() {
      clearTimeout(this.timer);
      this.log = [];
      this.hinted = null;
      this.position = this.tables.start;
      this.yours = this.youStart;
      this.over = false;
      this.update(this.turn());
      if (!this.yours) this.answer("");
      // A colour can be without an edge from the first.
      else if (this.legal().length === 0) this.end(false, "");
    }

    sideOf(yours) {
      if (!this.side) return undefined;
      return yours === (this.side === "left") ? "left" : "right";
    }

    legal() {
      return this.yours ? this.tables.moves(this.position, this.sideOf(true)) : [];
    }

    choose(control) {
      const move = this.legal().find((candidate) => candidate.control === control);
      if (!move) return;
      const keep = this.field.contains(document.activeElement);
      this.foresee(null);
      this.make(move);
      if (keep) this.field.focus({ preventScroll: true });
      const said = fill(this.words.you_moved, { move: this.label(move) });
      if (this.tables.moves(this.position, this.sideOf(false)).length === 0) this.end(!this.tables.misere, said);
      else this.answer(said);
    }

    make(move) {
      this.log.push({ before: this.position, yours: this.yours, move });
      this.position = move.after;
      this.yours = !this.yours;
      this.hinted = null;
    }

    answer(said) {
      const move = this.tables.best(this.position, this.sideOf(false));
      if (!move) {
        this.end(true, said);
        return;
      }
      this.update(`${said}${this.words.space}${this.words.agon_thinks}`);
      this.timer = setTimeout(() => {
        const label = this.label(move);
        this.make(move);
        const both = `${said}${this.words.space}${fill(this.words.agon_moved, { move: label })}`.trim();
        if (this.legal().length === 0) this.end(this.tables.misere, both);
        else this.update(`${both}${this.words.space}${this.turn()}`);
        this.refocus();
      }, PAUSE);
    }

    end(won, said) {
      const slip = this.log.find(({ before, yours, move }) => {
        const side = this.sideOf(true);
        return yours && !this.tables.wins(move.total, side) && this.tables.winning(before, side).length > 0;
      });
      let why = won ? this.words.no_slip_won : this.words.no_slip_lost;
      if (slip && !won) {
        why = fill(this.words.slip, {
          number: this.log.filter((entry) => entry.yours).indexOf(slip) + 1,
          move: this.label(slip.move),
          after: this.tables.write(slip.move.total),
          better: this.label(this.tables.best(slip.before, this.sideOf(true))),
        });
      }
      this.over = true;
      this.update(said);
      const { words } = this;
      const result = this.tables.misere ? [words.you_win_misere, words.agon_wins_misere] : [words.you_win, words.agon_wins];
      make(this.status, "p", `agon-end ${won ? "agon-won" : "agon-lost"}`, won ? result[0] : result[1]);
      make(this.status, "p", "", why);
    }

    undo() {
      clearTimeout(this.timer);
      if (!this.log.some((entry) => entry.yours)) return;
      let entry;
      do entry = this.log.pop(); while (!entry.yours);
      this.position = entry.before;
      this.yours = true;
      this.hinted = null;
      this.update(`${this.words.undone}${this.words.space}${this.turn()}`);
    }

    hint() {
      const side = this.sideOf(true);
      const best = this.yours && this.tables.best(this.position, side);
      if (!best) return;
      const won = this.tables.wins(best.total, side);
      const values = this.tables.values(this.position);
      const total = this.tables.total(this.position);
      const lost = this.tables.misere ? this.words.hint_lost_misere : this.words.hint_lost;
      let said = fill(won ? this.words.hint_win : lost, { move: this.label(best), total: this.tables.write(total) });
      if (won && this.tables.unit) {
        said += `${this.words.space}${fill(this.words.hint_number, { after: this.tables.write(best.total) })}`;
      } else if (won && this.tables.misere && !this.tables.isRich(best.after)) {
        said += `${this.words.space}${this.words.hint_ones}`;
      } else if (won) {
        const bits = this.tables.bits([...values, total]);
        const binary = bits.slice(0, -1).join(" ⊕ ");
        const words = values.length > 1 ? this.words.hint_sum : this.words.hint_value;
        said += `${this.words.space}${fill(words, { values: values.join(" ⊕ "), total, binary, bits: bits[bits.length - 1] })}`;
      }
      this.hinted = best.control;
      this.update(said);
    }

    // What is shown.

    turn() {
      return fill(this.words.your_turn, { text: this.text() });
    }

    text() {
      const names = this.position.map((state) => this.tables.states[state].name).join(", ");
      return ["nim", "kayles"].includes(this.game.key) ? `(${names})` : names || "0";
    }

    update(said) {
      const { tables } = this;
      const legal = new Map(this.legal().map((move) => [move.control, move]));
      const seen = tables.seen(this.position);
      // What the opponent has just taken leaves a trace.
      const answer = this.log[this.log.length - 1];
      const taken = answer && !answer.yours ? tables.seen(answer.before) : seen;
      const still = new Set(this.position.flatMap((state) => tables.states[state].still));
      this.over = this.over && legal.size === 0;
      this.root.classList.toggle("agon-over", Boolean(this.over));
      this.position_text.textContent = this.text();
      this.stop = legal.has(this.hinted) ? this.hinted : legal.has(this.stop) ? this.stop : [...legal.keys()][0];
      tables.controls.forEach((control, index) => {
        const button = this.buttons[index];
        const move = legal.get(index);
        const { kind } = control;
        const there = kind === "cell" || seen.has(index);
        const names = ["agon-control", `agon-${kind}`];
        if (control.side) names.push(`agon-${control.side}`);
        if (move) names.push("agon-move");
        else if (still.has(index)) names.push("agon-fixed");
        if (!there) names.push("agon-gone");
        if (!there && taken.has(index)) names.push("agon-just");
        if (index === this.hinted) names.push("agon-hinted");
        if (kind === "cell" && taken !== seen && tables.states[answer.before[0]].still.includes(index)) names.push("agon-just");
        if (move && tables.wins(move.total, this.sideOf(true))) names.push("agon-good");
        button.className = names.join(" ");
        button.disabled = !move;
        button.tabIndex = index === this.stop ? 0 : -1;
        const label = move ? this.label(move) : still.has(index) && kind === "square" ? this.words.poison
          : still.has(index) && kind === "cell" ? fill(this.words.queen, control) : "";
        const leaves = move && this.explains ? `, ${fill(this.words.leaves, { after: tables.write(move.total) })}` : "";
        button.setAttribute("aria-label", label + leaves);
        button.setAttribute("aria-hidden", String(!label));
        if (move) button.dataset.after = tables.write(move.total);
        else delete button.dataset.after;
        for (const curve of this.curves ? this.curves[index] : []) {
          curve.classList.toggle("agon-gone", !there);
          curve.classList.toggle("agon-just", !there && taken.has(index));
          curve.classList.toggle("agon-move", Boolean(move));
          curve.classList.toggle("agon-hinted", index === this.hinted);
        }
      });
      for (const [row, things] of this.rows) {
        const count = tables.controls.filter(({ kind, row: own }, index) => kind !== "pair" && own === row && seen.has(index)).length;
        things.previousSibling.textContent = String(count);
      }
      this.undoButton.disabled = !this.log.some((entry) => entry.yours);
      this.hintButton.disabled = legal.size === 0;
      for (const [button, chosen] of this.choices) button.setAttribute("aria-pressed", String(chosen()));
      this.reason();
      this.status.textContent = "";
      make(this.status, "p", "", said);
    }

    explain(explains) {
      this.explains = explains;
      this.whyButton.setAttribute("aria-pressed", String(explains));
      const said = [...this.status.childNodes];
      this.update("");
      this.status.replaceChildren(...said);
    }

    reason() {
      const { tables, words, reasons } = this;
      this.whyButton.setAttribute("aria-pressed", String(Boolean(this.explains)));
      this.root.classList.toggle("agon-explains", Boolean(this.explains));
      reasons.hidden = !this.explains;
      reasons.textContent = "";
      if (!this.explains) return;
      make(reasons, "p", "", tables.unit ? words.why_numbers : tables.misere ? words.why_misere : words.why_nimbers);
      const table = make(make(reasons, "div", "agon-scroll"), "table", "");
      const total = tables.unit ? tables.total(this.position) : tables.nimSum(this.position);
      const parts = this.position.map((state) => tables.states[state]);
      const bits = tables.unit ? [] : tables.bits([...parts.map((part) => part.value), total]);
      const line = (parent, tag, texts) => {
        const row = make(parent, "tr", "");
        texts.forEach((text, at) => {
          const cell = make(row, at === 0 ? "th" : tag, "", text);
          if (cell.tagName === "TH") cell.scope = tag === "th" ? "col" : "row";
        });
      };
      line(make(table, "thead", ""), "th", [words.part, words.worth, ...(tables.unit ? [] : [words.binary])]);
      const body = make(table, "tbody", "");
      parts.forEach((part, at) => line(body, "td", [part.name, tables.write(part.value), ...bits.slice(at, at + 1)]));
      line(make(table, "tfoot", ""), "td", [tables.unit ? words.sum : words.nim_sum, tables.write(total), ...bits.slice(-1)]);
    }

    // What a move would take is shown before it is made.
    foresee(control) {
      const move = control === null ? null : this.legal().find((candidate) => candidate.control === control);
      const left = move && this.tables.seen(move.after);
      const stays = (index) => this.tables.controls[index].kind === "cell" || left.has(index);
      this.buttons.forEach((button, index) => {
        const falls = Boolean(move) && !stays(index) && !button.classList.contains("agon-gone");
        button.classList.toggle("agon-falls", falls);
        for (const curve of this.curves ? this.curves[index] : []) curve.classList.toggle("agon-falls", falls);
      });
    }

    // Keys.

    key(event) {
      const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!direction) return;
      event.preventDefault();
      event.stopPropagation();
      const centre = (button) => {
        const box = button.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      };
      const here = this.buttons.includes(document.activeElement) ? document.activeElement : this.buttons[this.stop];
      if (!here) return;
      const [x, y] = centre(here);
      let best = null;
      for (const button of this.buttons) {
        if (button === here || button.disabled) continue;
        const [dx, dy] = [centre(button)[0] - x, centre(button)[1] - y];
        const ahead = dx * direction[0] + dy * direction[1];
        const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
        if (ahead > 1 && (!best || ahead + 3 * aside < best.length)) best = { button, length: ahead + 3 * aside };
      }
      if (best) this.focusOn(this.buttons.indexOf(best.button));
    }

    focusOn(index) {
      if (this.buttons[this.stop]) this.buttons[this.stop].tabIndex = -1;
      this.stop = index;
      this.buttons[index].tabIndex = 0;
      this.buttons[index].focus();
    }

    // Who plays with keys goes on where it makes sense; who does not is left alone.
    refocus() {
      if (document.activeElement !== this.field) return;
      if (this.over) this.againButton.focus();
      else if (this.stop !== undefined) this.focusOn(this.stop);
    }
  }

  for (const root of document.querySelectorAll(".agon-board:not([data-ready])")) {
    root.dataset.ready = "true";
    new Board(root, JSON.parse(root.dataset.board));
  }
})();
