/** The page of the HTTP interface, put together from its OpenAPI description. */

import { fill, h } from "../lib/dom.js";

const METHODS = ["get", "post", "put", "patch", "delete"];
/** How far nested objects are written out. */
const DEEPEST = 4;

const answer = await fetch("/api/openapi.json");
const description = await answer.json();
const list = document.getElementById("operations");
fill(list, groups(description.paths).map(([name, paths]) => h("section", {}, h("h2", {}, name), paths.flatMap(operations))));

/** The paths by what they are about: the part after /api. */
function groups(paths) {
  const found = new Map();
  for (const path of Object.entries(paths)) {
    const name = `/${path[0].split("/").slice(1, path[0].startsWith("/api/") ? 3 : 2).join("/")}`;
    found.set(name, [...(found.get(name) ?? []), path]);
  }
  return [...found];
}

function operations([path, item]) {
  return METHODS.filter((method) => item[method]).map((method) => operation(method, path, item[method], item.parameters ?? []));
}

function operation(method, path, details, shared) {
  return h(
    "details",
    { class: "paper operation" },
    h(
      "summary",
      {},
      h("span", { class: `method ${method}` }, method.toUpperCase()),
      h("code", {}, path),
      h("span", { class: "summary" }, details.summary),
    ),
    h(
      "div",
      { class: "operation-body" },
      details.description ? h("p", {}, details.description) : null,
      parameters([...shared, ...(details.parameters ?? [])].map(resolved)),
      body(details.requestBody && resolved(details.requestBody)),
      h("h3", {}, "Answers"),
      Object.entries(details.responses ?? {}).map(([status, response]) => responseOf(status, resolved(response))),
    ),
  );
}

function parameters(all) {
  if (!all.length) return null;
  return [
    h("h3", {}, "Parameters"),
    h("ul", { class: "fields" }, all.map((one) => field(one.name, one.schema ?? {}, one.required, `in ${one.in}`, one.description, 0))),
  ];
}

function body(request) {
  if (!request) return null;
  return [h("h3", {}, "Body"), content(request.content)];
}

function responseOf(status, response) {
  return h("div", { class: "answer" }, h("b", {}, status), h("div", {}, h("span", {}, response.description), content(response.content)));
}

function content(byType) {
  return Object.entries(byType ?? {}).map(([type, { schema }]) => {
    const shape = resolved(schema ?? {});
    return h("div", {}, h("code", {}, type), " ", h("span", { class: "kind" }, kind(schema ?? {})), fields(shape, 0));
  });
}

/** What a reference stands for. */
function resolved(part) {
  if (!part?.$ref) return part;
  return part.$ref.slice(2).split("/").reduce((at, key) => at?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], description) ?? {};
}

/** A schema in a few words. */
function kind(schema) {
  const shape = resolved(schema);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.map(kind).join(" or ");
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (shape.type === "array") return `list of ${kind(shape.items ?? {})}`;
  const limits = [["minimum", "from"], ["maximum", "to"], ["minLength", "at least"], ["maxLength", "at most"], ["pattern", "like"]]
    .filter(([name]) => shape[name] !== undefined)
    .map(([name, words]) => `${words} ${shape[name]}`);
  const name = schema.$ref ? schema.$ref.split("/").pop() : (shape.type ?? "anything");
  return limits.length ? `${name} (${limits.join(", ")})` : name;
}

/** The fields of an object, of what a list holds, or of each choice. */
function fields(shape, depth) {
  if (depth >= DEEPEST) return null;
  const inner = resolved(shape?.items ?? {});
  const choices = (shape?.anyOf ?? shape?.oneOf ?? []).map(resolved).filter((choice) => choice.properties);
  if (choices.length) return choices.map((choice) => fields(choice, depth));
  const source = shape?.properties ? shape : inner;
  if (!source.properties) return null;
  const must = source.required ?? [];
  return h(
    "ul",
    { class: "fields" },
    Object.entries(source.properties).map(([name, schema]) => {
      return field(name, schema, must.includes(name), "", resolved(schema).description, depth + 1);
    }),
  );
}

function field(name, schema, required, place, words, depth) {
  return h(
    "li",
    {},
    h("code", {}, name),
    " ",
    h("span", { class: "kind" }, [kind(schema), place, words].filter(Boolean).join(", ")),
    required ? h("span", { class: "must" }, " required") : null,
    fields(resolved(schema), depth),
  );
}
