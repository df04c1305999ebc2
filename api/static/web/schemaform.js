// A form made from a ruleset's options, which are a JSON Schema: numbers, choices, switches, and JSON for the rest.
import { optionWords, optionsOf } from "./agreed.js";
import { field, h, select } from "./ui.js";

/** {node, value()}: value() returns only values that differ from the defaults; throws Error on invalid JSON. */
export function schemaForm(ruleset, t) {
  const texts = optionWords(ruleset, t);
  const parts = optionsOf(ruleset).map(([name, one]) => part(name, one, t, texts));
  const plain = parts.filter((one) => !one.rare).map((one) => one.node);
  const rare = parts.filter((one) => one.rare).map((one) => one.node);
  const more = rare.length > 0 && h("details", { class: "more" }, h("summary", {}, t("House rules as JSON")), rare);
  const value = () => Object.fromEntries(parts.flatMap((one) => changed(one)));
  return { node: h("div", { class: "options" }, plain, more), value, empty: parts.length === 0 };
}

function changed({ name, read, standard }) {
  const value = read();
  return JSON.stringify(value) === JSON.stringify(standard) ? [] : [[name, value]];
}

function part(name, schema, t, texts) {
  const range = schema.type === "integer" ? ` (${schema.minimum ?? ""}–${schema.maximum ?? ""})` : "";
  const label = texts.name(name) + range;
  const standard = schema.default;
  const control = controlFor(name, schema, t, texts);
  const node = schema.type === "boolean" ? switchField(label, control.node) : field(label, control.node);
  const text = texts.text(name);
  if (text) control.node.setAttribute("aria-describedby", `told-${name}`);
  if (text) node.append(h("small", { id: `told-${name}` }, text));
  return { name, standard, node, read: control.read, rare: schema.type === "object" };
}

function switchField(label, box) {
  return h("div", { class: "switch-field" }, h("label", { class: "switch" }, box, h("span", {}, label)));
}

function controlFor(name, schema, t, texts) {
  if (schema.enum) return choice(name, schema, texts);
  if (schema.type === "boolean") return tick(name, schema);
  if (schema.type === "integer") return number(name, schema);
  return json(name, schema, t, texts);
}

function choice(name, schema, texts) {
  const node = select(name, schema.enum.map((value) => [value, texts.value(name, value)]), schema.default);
  return { node, read: () => node.value };
}

function tick(name, schema) {
  const node = h("input", { type: "checkbox", name, checked: schema.default });
  return { node, read: () => node.checked };
}

function number(name, schema) {
  const limits = { min: schema.minimum, max: schema.maximum, value: schema.default };
  const node = h("input", { type: "number", name, required: true, ...limits });
  return { node, read: () => node.valueAsNumber };
}

function json(name, schema, t, texts) {
  const text = JSON.stringify(schema.default);
  const node = h("textarea", { name, rows: 2, spellcheck: "false" }, text);
  return { node, read: () => parsed(texts.name(name), node.value.trim() || text, t) };
}

function parsed(name, text, t) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t("{name} is not JSON.", { name }));
  }
}
